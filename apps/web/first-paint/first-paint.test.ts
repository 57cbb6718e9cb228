import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardHeader, refreshThresholdMs } from '@linkshelf/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { linkIdPlaceholder, storeEarlyCalls } from '../src/api/early-call.ts'
import { sessionKey } from '../src/session/stored-session.ts'
import { colorSchemeKey } from '../src/ui/theme.ts'

const script = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8')
  .replace('STYLE_SHEETS', '["/assets/index.css"]')
  .replace('SCREEN_FILES', '{"/": ["/assets/screen.css"]}')
  .replace('REFRESH_THRESHOLD_MS', String(refreshThresholdMs))
  .replace('DASHBOARD_HEADER', JSON.stringify(dashboardHeader))
const page = document.documentElement
const inAnHour = Date.now() + 3_600_000

function runScript(): string | null {
  new Function(script)()
  return page.getAttribute('data-mantine-color-scheme')
}

/**
 * Signs the browser in. Also stores the calls of an earlier visit, so that the page sends them before its code is
 * loaded.
 */
function storeVisit(expiresAtMs: number): void {
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 'mia', expiresAtMs }))
  storeEarlyCalls({ '/links': '/v1/org/urls?sort=newest', '/links/:linkId': `/v1/org/urls/${linkIdPlaceholder}` })
}

/** Returns the calls that are sent before any code is loaded, and whether they have the dashboard's header. */
function listCallsAt(address: string): [url: string, hasHeader: boolean][] {
  const calls: [string, boolean][] = []
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    calls.push([url, dashboardHeader in init.headers])
    return new Response()
  })
  window.history.replaceState(null, '', address)
  runScript()
  return calls
}

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
  window.earlyCall = undefined
  page.removeAttribute('data-mantine-color-scheme')
  for (const link of document.head.querySelectorAll('link')) link.remove()
})

it.each(['light', 'dark'])('renders the first frame in the stored color scheme %s', (scheme) => {
  localStorage.setItem(colorSchemeKey, scheme)

  expect(runScript()).toBe(scheme)
})

it.each(['auto', 'purple'])('uses the system’s color scheme for the first frame if %s is stored', (scheme) => {
  localStorage.setItem(colorSchemeKey, scheme)

  expect(runScript()).toBeNull()
})

it('uses the system’s color scheme for the first frame if storage is unavailable', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
  })

  expect(runScript()).toBeNull()
})

it('adds the style sheets before other elements of the head, and removes a style sheet that fails', () => {
  const append = vi.spyOn(document.head, 'append')
  runScript()
  const added = append.mock.calls.flat().filter((node) => node instanceof HTMLLinkElement)
  expect(added.map((link) => [link.rel, link.getAttribute('href')])).toEqual([
    ['stylesheet', '/assets/index.css'],
    ['preload', '/assets/screen.css'],
  ])

  added[0]?.dispatchEvent(new Event('error'))
  expect(document.querySelector('link[rel="stylesheet"]')).toBeNull()
})

it.each([
  ['/links', '/v1/org/urls?sort=newest'],
  ['/links/one', '/v1/org/urls/one'],
])('requests the data that %s shows first', (address, path) => {
  storeVisit(inAnHour)

  expect(listCallsAt(address)).toEqual([[window.location.origin + path, true]])
})

it.each(['/', '/links?search=lamp', '/links/report', '/links/one/settings'])('requests nothing for %s', (address) => {
  storeVisit(inAnHour)

  expect(listCallsAt(address)).toEqual([])
})

it('requests nothing without a session, or with a session that must be renewed', () => {
  storeVisit(Date.now() + refreshThresholdMs - 2_000)
  expect(listCallsAt('/links')).toEqual([])
  localStorage.removeItem(sessionKey)
  expect(listCallsAt('/links')).toEqual([])
})
