import { afterEach, expect, it } from 'vitest'
import { preloadBeforeNavigation } from './preload-screen.ts'

const preloaded: string[] = []
preloadBeforeNavigation(async (pathname) => void preloaded.push(pathname))

afterEach(() => {
  document.body.replaceChildren()
  preloaded.splice(0)
})

function addLink(href: string, target = ''): HTMLElement {
  document.body.innerHTML = `<a href="${href}" target="${target}"><span>A link</span></a>`
  const text = document.querySelector('span')
  if (text === null) throw new Error('There is no link')
  return text
}

it.each(['pointerover', 'focusin'])('preloads the screen of a link on %s', (event) => {
  addLink('/links/one?tab=sources').dispatchEvent(new Event(event, { bubbles: true }))

  expect(preloaded).toEqual(['/links/one'])
})

it('preloads nothing for a link to another site, for a link that opens a new tab, and outside links', () => {
  addLink('https://shop.example/lamp').dispatchEvent(new Event('pointerover', { bubbles: true }))
  addLink('/links', '_blank').dispatchEvent(new Event('pointerover', { bubbles: true }))
  document.body.dispatchEvent(new Event('pointerover', { bubbles: true }))

  expect(preloaded).toEqual([])
})
