// Runs before the first frame; the dashboard's code loads later.
const page = document.documentElement
const { origin, pathname, search } = location
const screen = pathname.replace(/^\/links\/(?!report$)[^/]+$/, '/links/:linkId')

// The build replaces the names: `['/assets/index.css']`, `{ '/links': ['/assets/links-screen.js'] }` and `300000`
const styleSheets = STYLE_SHEETS
const screenFiles = SCREEN_FILES
const refreshThresholdMs = REFRESH_THRESHOLD_MS

/** The session that the sign-in library stored, or null. */
function readSession() {
  const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:'))
  return key === undefined ? null : JSON.parse(localStorage.getItem(key))
}

/** Requests what the screen shows first. `src/early-call.ts` stores the paths, and takes the response. */
function sendEarlyCall({ access_token: token, expires_at: expiresAt }) {
  const path = JSON.parse(localStorage.getItem('linkshelf.early-calls'))?.[screen]
  const needsRenewal = expiresAt * 1_000 - Date.now() < refreshThresholdMs
  if (path === undefined || search !== '' || needsRenewal) return
  const url = origin + path.replace('LINK_ID', pathname.split('/').pop())
  const earlyCall = { url, token, response: fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined) }
  earlyCall.response.then(() => {
    earlyCall.receivedAt = performance.now()
  })
  window.earlyCall = earlyCall
}

try {
  const scheme = localStorage.getItem('linkshelf.color-scheme')
  if (scheme === 'light' || scheme === 'dark') page.setAttribute('data-mantine-color-scheme', scheme)
  const session = readSession()
  if (session !== null && !/^\/(callback|sign-in|404|invitations\/.*)$/.test(pathname)) page.dataset.frame = 'shown'
  if (/(^|; )linkshelf_sidebar=collapsed/.test(document.cookie)) page.dataset.sidebar = 'collapsed'
  if (session !== null) sendEarlyCall(session)
} catch {
  // Where storage is unavailable, the page follows the system, and no user is signed in.
}

// Added by a script, they delay no frame. They precede the sheets of screens and dialogs, which override them.
for (const href of styleSheets) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href })
  // A script that awaits a sheet that failed before would hang: it fires no second event.
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}

// The files of the screen load beside the dashboard's own code, not after it.
for (const file of screenFiles[screen] ?? []) {
  const link = document.createElement('link')
  link.href = file
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' })
  else link.rel = 'modulepreload'
  document.head.append(link)
}

// Only a page without a network needs it. There is none on plain http, and a browser that rejects it has no offline page.
addEventListener('load', () => navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined))
