// Answers from what is kept, by content: a file whose digest has changed is asked for again, all others stay.

const { digests, first, engine } = __LISTS__;
const KEPT = "backgrade";
const root = new URL("./", location.href);
const pathOf = (url) => (url.pathname.slice(root.pathname.length) || "index.html").replace(/\/$/, "/index.html");
const keyOf = (path) => new Request(new URL(`${path}?${digests[path]}`, root));

self.addEventListener("install", (event) => {
  event.waitUntil(keepFirst());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

self.addEventListener("message", (event) => {
  const faults = Object.keys(digests).filter((path) => path.startsWith(event.data.faults));
  event.waitUntil(Promise.all([...engine, ...faults].map(answered)));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (event.request.method !== "GET" || !isOurs || !digests[pathOf(url)]) return;
  event.respondWith(answered(pathOf(url)));
});

async function keepFirst() {
  await Promise.all(first.map(answered));
  await self.skipWaiting();
}

async function answered(path) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(keyOf(path));
  if (kept) return kept;
  const answer = await fetch(new URL(path, root), { cache: "no-cache" });
  if (answer.ok) await cache.put(keyOf(path), answer.clone());
  return answer;
}

async function tidy() {
  const cache = await caches.open(KEPT);
  const ours = new Set(Object.keys(digests).map((path) => keyOf(path).url));
  for (const request of await cache.keys()) if (!ours.has(request.url)) await cache.delete(request);
  await self.clients.claim();
}
