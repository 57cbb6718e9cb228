import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { type ApiReferenceVisitor, openApiReferenceVisitor } from './api-reference/open-api-reference-visitor.ts'
import { findAccessibilityProblems } from './browser/accessibility.ts'
import { type View, views } from './browser/scene-visitor.ts'
import { findSidewaysScroll } from './browser/sideways-scroll.ts'

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

it('is accessible in light and dark, on a desktop and a phone', async () => {
  // The page contains only the calls of two modules, because axe needs half a minute for all calls. These two modules
  // contain every kind of element.
  await using visitor = await openApiReferenceVisitor(browser, ['links', 'qrCodes'])
  const found: string[] = []
  for (const view of views) {
    await visitor.open('#links.create', { view, scheme: 'light' })
    found.push(...(await findAccessibilityProblems(visitor.page)))
    await visitor.page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await findAccessibilityProblems(visitor.page, { onlyLook: true })))
  }
  expect({ found, problems: visitor.problems() }).toEqual({ found: [], problems: [] })
})

it('fits 320 px and text of twice the size', async () => {
  await using visitor = await openApiReferenceVisitor(browser)
  await visitor.open('', { view: 'phone', scheme: 'light' })
  const found = await findSidewaysScroll(visitor.page)
  await visitor.page.setViewportSize({ width: 320, height: 800 })
  found.push(...(await findSidewaysScroll(visitor.page)))
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  // Sets the property directly, because the page's content security policy forbids a style element.
  await visitor.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  found.push(...(await findSidewaysScroll(visitor.page)))

  expect(found).toEqual([])
})

it('has a menu that opens at the reader’s position, follows it, and links to every call', async () => {
  await using visitor = await openApiReferenceVisitor(browser, ['links', 'labels'])
  const { page } = visitor
  await visitor.open('#links.create', { view: 'desktop', scheme: 'light' })
  expect(await openModules(visitor)).toEqual(['Links'])

  await page.locator('.menu .module summary', { hasText: 'Labels' }).click()
  await page.locator('.menu a[href="#labels.create"]').click()
  await page.locator('.menu a[href="#labels.create"][aria-current]').waitFor()

  expect(new URL(page.url()).hash).toBe('#labels.create')
  expect(await openModules(visitor)).toEqual(['Labels'])
})

it('finds calls by names, paths and fields, and moves through the results by keyboard', async () => {
  await using visitor = await openApiReferenceVisitor(browser, ['links', 'labels'])
  const { page } = visitor
  const results = page.locator('.results a')
  const titles = page.locator('.results .title')
  await visitor.open('', { view: 'desktop', scheme: 'light' })

  await page.keyboard.press('/')
  await page.keyboard.type('create label')
  expect(await titles.first().textContent()).toBe('Create a label')
  expect(await page.locator('.menu .guides a').first().isVisible()).toBe(false)

  await page.getByLabel('Search the API').fill('follow_redirects')
  expect(await titles.allTextContents()).toEqual(['Label, archive, move or untag several links at once'])
  expect(await page.getByRole('status').textContent()).toBe('1 result')

  await page.getByLabel('Search the API').fill('urls/bulk')
  await page.keyboard.press('ArrowDown')
  expect(await results.first().evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#links\.bulkCreate$/)

  await page.getByLabel('Search the API').fill('zeppelin')
  expect(await page.getByRole('status').textContent()).toBe('Nothing found. Try another word.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByLabel('Search the API').press('Escape')
  expect(await page.locator('.menu .guides a').first().isVisible()).toBe(true)
  expect(visitor.problems()).toEqual([])
})

it('shows curl lines or TypeScript, copies the shown text, and stores the choice', async () => {
  await using visitor = await openApiReferenceVisitor(browser, ['labels'])
  const { page } = visitor
  const create = page.locator('[id="labels.create"]')
  const [curl, typescript] = [create.locator('pre[data-language=curl]'), create.locator('pre[data-language=ts]')]
  await visitor.open('#labels.create', { view: 'desktop', scheme: 'light' })
  expect([await curl.isVisible(), await typescript.isVisible()]).toEqual([true, false])

  await create.getByRole('button', { name: 'TypeScript' }).press('Enter')
  expect([await curl.isVisible(), await typescript.isVisible()]).toEqual([false, true])
  expect(await create.getByRole('button', { name: 'TypeScript' }).getAttribute('aria-pressed')).toBe('true')
  await create.getByRole('button', { name: 'Copy' }).first().click()
  await create.getByText('Copied!').waitFor()

  await visitor.open('#labels.create', { view: 'desktop', scheme: 'dark' })
  expect([await curl.isVisible(), await typescript.isVisible()]).toEqual([false, true])
  expect(visitor.problems()).toEqual([])
})

it.each<[View, boolean]>([
  ['desktop', true],
  ['phone', false],
])('has its menu open only in a wide window: %s', async (view, isOpen) => {
  await using visitor = await openApiReferenceVisitor(browser, ['links'])
  const { page } = visitor
  await visitor.open('', { view, scheme: 'light' })
  const guide = page.locator('.menu .guides a').first()
  expect(await guide.isVisible()).toBe(isOpen)
  if (isOpen) return

  await page.getByText('Contents').click()
  await guide.click()
  // The contents close again, and the chosen section is on screen.
  await guide.waitFor({ state: 'hidden' })
})

/** Returns the modules whose calls the menu shows. */
function openModules({ page }: ApiReferenceVisitor): Promise<string[]> {
  return page.locator('.menu .module[open] > summary').allTextContents()
}
