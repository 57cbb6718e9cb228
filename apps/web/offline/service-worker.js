// Responds to a failed navigation with the offline page. Nothing is cached, because the page is in this script.
// The build replaces the names in capitals.
const page = OFFLINE_PAGE
const policy = OFFLINE_POLICY

addEventListener('install', (event) => {
  // A new version replaces the old version at once, because no page depends on the service worker.
  skipWaiting()
  // Only navigations need the service worker, so the browser does not have to start it for files and API calls.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => undefined)
})

// The browser itself requests the page while the service worker starts.
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
