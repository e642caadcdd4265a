// Talks with a learning platform that shows this page in a frame. Every page works by its button without it.

const WAIT_MS = 2000;

/** Asks the frame of the platform to keep or give a value; resolves to its answer, or null if it does not. */
function ask(element, message) {
  const { target, origin } = element.dataset;
  const around = window.parent === window ? window.opener : window.parent;
  let frame = around;
  try {
    if (target !== "_parent") frame = around?.frames[target] ?? around;
  } catch {
    frame = around;
  }
  if (!frame) return Promise.resolve(null);
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    const heard = (event) => {
      if (event.origin !== origin || event.data?.message_id !== id) return;
      window.removeEventListener("message", heard);
      resolve(event.data.error ? null : event.data);
    };
    window.addEventListener("message", heard);
    setTimeout(() => resolve(null), WAIT_MS);
    frame.postMessage({ ...message, message_id: id, key: element.dataset.key }, origin);
  });
}

const store = document.getElementById("lti-store");
if (store) {
  const kept = await ask(store, { subject: "lti.put_data", value: store.dataset.value });
  location.replace(kept ? store.dataset.address : document.getElementById("lti-on").href);
}

const fetching = document.getElementById("lti-fetch");
if (fetching) {
  const answer = await ask(fetching, { subject: "lti.get_data" });
  fetching.elements.proof.value = typeof answer?.value === "string" ? answer.value : "";
  fetching.submit();
}

const closing = document.getElementById("lti-close");
if (closing) {
  const button = closing.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", () => {
    (window.opener ?? window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");
  });
}

document.getElementById("lti-return")?.submit();
