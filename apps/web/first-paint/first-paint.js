// This script runs before the first frame. The dashboard's code loads later.
const page = document.documentElement
const { origin, pathname, search } = location
const screen = pathname.replace(/^\/links\/(?!report$)[^/]+$/, '/links/:linkId')

// The build replaces the names in capitals, for example with `['/assets/index.css']`,
// `{ '/links': ['/assets/links-screen.js'] }` and `300000`.
const styleSheets = STYLE_SHEETS
const screenFiles = SCREEN_FILES
const refreshThresholdMs = REFRESH_THRESHOLD_MS

/** Sends the call that the screen sends first. `src/api/early-call.ts` stores the paths and uses the response. */
function sendEarlyCall({ userId, expiresAtMs }) {
  const path = JSON.parse(localStorage.getItem('linkshelf.early-calls'))?.[screen]
  const needsRenewal = expiresAtMs - Date.now() < refreshThresholdMs
  if (path === undefined || search !== '' || needsRenewal) return
  const url = origin + path.replace('LINK_ID', pathname.split('/').pop())
  const earlyCall = { url, userId, response: fetch(url, { headers: { [DASHBOARD_HEADER]: '1' } }).catch(() => undefined) }
  earlyCall.response.then(() => {
    earlyCall.receivedAt = performance.now()
  })
  window.earlyCall = earlyCall
}

try {
  const scheme = localStorage.getItem('linkshelf.color-scheme')
  if (scheme === 'light' || scheme === 'dark') page.setAttribute('data-mantine-color-scheme', scheme)
  const session = JSON.parse(localStorage.getItem('linkshelf.session'))
  if (session !== null && !/^\/(callback|sign-in|404|invitations\/.*)$/.test(pathname)) page.dataset.frame = 'shown'
  if (/(^|; )linkshelf_sidebar=collapsed/.test(document.cookie)) page.dataset.sidebar = 'collapsed'
  if (session !== null) sendEarlyCall(session)
} catch {
  // If storage is unavailable, the page uses the system's color scheme, and no user is signed in.
}

// Style sheets that a script adds do not delay the first frame. They are before the style sheets of screens and dialogs,
// which override them.
for (const href of styleSheets) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href })
  // A failed style sheet is removed, because it fires no second event, and a script that waits for it later would hang.
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}

// The files of the screen load at the same time as the dashboard's own code.
for (const file of screenFiles[screen] ?? []) {
  const link = document.createElement('link')
  link.href = file
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' })
  else link.rel = 'modulepreload'
  document.head.append(link)
}

// The service worker is needed only without a network, so it is registered after the page has loaded. On plain http,
// browsers have no service workers. If the browser rejects the registration, there is no offline page.
addEventListener('load', () => navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined))
