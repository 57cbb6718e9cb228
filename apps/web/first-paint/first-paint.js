// Runs before the first frame; the dashboard's code loads later.
const page = document.documentElement
const { pathname } = location

// The build replaces the names: `['/assets/index.css']` and `{ '/links': ['/assets/links-screen.js'] }`
const styleSheets = STYLE_SHEETS
const screenFiles = SCREEN_FILES

function isSignedIn() {
  return Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))
}

try {
  const scheme = localStorage.getItem('linkshelf.color-scheme')
  if (scheme === 'light' || scheme === 'dark') page.setAttribute('data-mantine-color-scheme', scheme)
  if (isSignedIn() && !/^\/(callback|sign-in|404|invitations\/.*)$/.test(pathname)) page.dataset.frame = 'shown'
  if (/(^|; )linkshelf_sidebar=collapsed/.test(document.cookie)) page.dataset.sidebar = 'collapsed'
} catch {
  // Where storage is unavailable, the page follows the system, and nobody is signed in.
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
for (const file of screenFiles[pathname.replace(/^\/links\/(?!report$)[^/]+$/, '/links/:linkId')] ?? []) {
  const link = document.createElement('link')
  link.href = file
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' })
  else link.rel = 'modulepreload'
  document.head.append(link)
}

// Only a page without a network needs it. There is none on plain http, and a browser that rejects it has no offline page.
addEventListener('load', () => navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined))
