// The address of a page that says what was saved loses that part: loaded again or sent to somebody, it says nothing.

const address = new URL(location.href);
address.searchParams.delete("done");
history.replaceState(history.state, "", address);
