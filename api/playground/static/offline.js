// Keeps the site in this browser, so that it works without a connection from the second visit on.

const root = new URL(document.body.dataset.root, location.href);

if ("serviceWorker" in navigator && isSecureContext)
  navigator.serviceWorker.register(new URL("service_worker.js", root), { scope: root.pathname }).catch(() => {});
