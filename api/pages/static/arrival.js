// Whether a page is the result of what was just submitted in this tab: then a screen reader begins at it.

const NAME = "submitted";

/** The page at this address is opened next. */
export function leadTo(address) {
  try {
    sessionStorage.setItem(NAME, new URL(address, location.href).pathname);
  } catch {
    // a browser that keeps nothing for us begins at the top of the page
  }
  location.assign(address);
}

/** Whether it is this one. Once: a page that is loaded again begins where its reader was. */
export function arrived() {
  try {
    const path = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    return path === location.pathname;
  } catch {
    return false;
  }
}
