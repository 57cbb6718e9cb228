import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { type ApiReferenceVisitor, openApiReferenceVisitor } from './api-reference/open-api-reference-visitor.ts'
import { violations } from './browser/accessibility.ts'
import { type View, views } from './browser/scene-visitor.ts'
import { sidewaysScroll } from './browser/sideways-scroll.ts'

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

it('is accessible in light and dark, on a desktop and a phone', async () => {
  // Axe takes half a minute for every call; those of two modules have every kind of part.
  await using visitor = await openApiReferenceVisitor(browser, ['links', 'qrCodes'])
  const found: string[] = []
  for (const view of views) {
    for (const scheme of ['light', 'dark'] as const) {
      await visitor.open('#links.create', { view, scheme })
      found.push(...(await violations(visitor.page)))
    }
  }
  expect({ found, problems: visitor.problems() }).toEqual({ found: [], problems: [] })
})

it('fits 320 px and text of twice the size', async () => {
  await using visitor = await openApiReferenceVisitor(browser)
  await visitor.open('', { view: 'phone', scheme: 'light' })
  const found = await sidewaysScroll(visitor.page)
  await visitor.page.setViewportSize({ width: 320, height: 800 })
  found.push(...(await sidewaysScroll(visitor.page)))
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  // The policy of the page forbids a style element.
  await visitor.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  found.push(...(await sidewaysScroll(visitor.page)))

  expect(found).toEqual([])
})

it('has a menu that opens where the reader is, follows them, and leads to every call', async () => {
  await using visitor = await openApiReferenceVisitor(browser, ['links', 'labels'])
  const { page } = visitor
  await visitor.open('#links.create', { view: 'desktop', scheme: 'light' })
  expect(await openModules(visitor)).toEqual(['Links'])

  await page.locator('.menu summary', { hasText: 'Labels' }).click()
  await page.locator('.menu a[href="#labels.create"]').click()
  await page.locator('.menu a[href="#labels.create"][aria-current]').waitFor()

  expect(new URL(page.url()).hash).toBe('#labels.create')
  expect(await openModules(visitor)).toEqual(['Labels'])
})

it.each<[View, boolean]>([
  ['desktop', true],
  ['phone', false],
])('has its menu open on a wide window only: %s', async (view, isOpen) => {
  await using visitor = await openApiReferenceVisitor(browser, ['links'])
  const { page } = visitor
  await visitor.open('', { view, scheme: 'light' })
  const guide = page.locator('.menu .guides a').first()
  expect(await guide.isVisible()).toBe(isOpen)
  if (isOpen) return

  await page.getByText('Contents').click()
  await guide.click()
  // It closes again, and what was chosen is on screen.
  await guide.waitFor({ state: 'hidden' })
})

/** The modules whose calls the menu shows. */
function openModules({ page }: ApiReferenceVisitor): Promise<string[]> {
  return page.locator('.menu .module[open] > summary').allTextContents()
}
