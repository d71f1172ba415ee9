// Keeps the page usable while the host is away: the shell and its modules from the cache, data from the last visit.
const BUILD = "tally-{{ build }}";
const DATA = "tally-data";
const FILES = {{ files }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n !== BUILD && n !== DATA).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(networkFirst(request, BUILD, "/"));
  } else if (url.pathname.startsWith("/api/")) {
    event.respondWith(networkFirst(request, DATA));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(cacheFirst(request, BUILD)); // its address names its content
  }
});

async function cacheFirst(request, cacheName) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function networkFirst(request, cacheName, fallback) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(fallback || request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(fallback || request);
    if (kept) return kept;
    throw error;
  }
}
