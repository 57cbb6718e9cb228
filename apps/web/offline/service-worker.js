// Navigations that fail get the offline page. Nothing is cached: the page is in this script.
// The build replaces the names.
const page = OFFLINE_PAGE
const policy = OFFLINE_POLICY

addEventListener('install', (event) => {
  // A new version replaces the one before at once: no page depends on it.
  skipWaiting()
  // Files and calls of the API need no worker, which the browser would have to start for them.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => undefined)
})

// The browser requests the page itself while the worker starts.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(responseTo(event))
})

async function responseTo({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return new Response(page, {
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': policy },
    })
  }
}
