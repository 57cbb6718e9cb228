import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { colorSchemeKey } from '../src/ui/theme.ts'

const script = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8')
  .replace('STYLE_SHEETS', '["/assets/index.css"]')
  .replace('SCREEN_FILES', '{"/": ["/assets/screen.css"]}')
const page = document.documentElement

function load(): string | null {
  new Function(script)()
  return page.getAttribute('data-mantine-color-scheme')
}

afterEach(() => {
  page.removeAttribute('data-mantine-color-scheme')
  for (const link of document.head.querySelectorAll('link')) link.remove()
})

it.each(['light', 'dark'])('renders the first frame %s when that is the stored scheme', (scheme) => {
  localStorage.setItem(colorSchemeKey, scheme)

  expect(load()).toBe(scheme)
})

it.each(['auto', 'purple'])('leaves the first frame to the system when %s is stored', (scheme) => {
  localStorage.setItem(colorSchemeKey, scheme)

  expect(load()).toBeNull()
})

it('leaves the first frame to the system when storage is unavailable', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
  })

  expect(load()).toBeNull()
})

it('adds the style sheets before everything else that is added to the head, and drops one that fails', () => {
  const append = vi.spyOn(document.head, 'append')
  load()
  const added = append.mock.calls.flat().filter((node) => node instanceof HTMLLinkElement)
  expect(added.map((link) => [link.rel, link.getAttribute('href')])).toEqual([
    ['stylesheet', '/assets/index.css'],
    ['preload', '/assets/screen.css'],
  ])

  added[0]?.dispatchEvent(new Event('error'))
  expect(document.querySelector('link[rel="stylesheet"]')).toBeNull()
})
