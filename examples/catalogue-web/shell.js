/**
 * Serves the page itself where its server cannot: whoever has been here before sees the page, which says what is
 * wrong and goes on by itself. What the server has is always newer, and comes first.
 */
const name = "shell";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate";
  if (isPage || ["script", "style", "image"].includes(request.destination)) {
    event.respondWith(answer(request, isPage));
  }
});

/** What the server says, unless it says nothing or that it is out of order. Every address is the same page. */
async function answer(request, isPage) {
  const kept = async () => (await caches.open(name)).match(isPage ? "./" : request);
  const response = await fetch(request).catch(() => undefined);
  if (response && response.status < 500) return response;
  return (await kept()) ?? response ?? Response.error();
}
