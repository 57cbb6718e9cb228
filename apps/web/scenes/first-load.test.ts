import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { linksPageSize } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { aLink, inProject } from '../test/api-answers.ts'
import { allScenes } from './all-scenes.ts'
import { openSceneVisitor } from './browser/scene-visitor.ts'
import { linksScenes } from './links/links-scenes.ts'
import { someLinks } from './sample-answers.ts'
import type { Scene } from './scene.ts'

/** The maximum size of the gzipped JavaScript that a first visit loads before any interaction. */
const maxBytes = 230 * 1_024
/**
 * The limit for screens with a form. These screens also load the form library, its fields, and the schemas that check
 * the fields.
 */
const maxFormBytes = 275 * 1_024
const formScreens = ['product', 'store-settings', 'settings-notifications', 'settings-youtube']

/**
 * These scripts are loaded after the first render: the map, the options of QR codes, themes, fonts, notes about color
 * contrast, page previews, the rules of affiliate programs, sales without a link, toasts, and the command palette.
 */
const deferred =
  /\/(world-map|qr-options|(theme|font)-choice|contrast-notes|program-rules|(store|product)-preview|use-rendered-page|preview-|unmatched-sales-card|toast-container|command-palette)-/

/**
 * The number of API calls of a first visit, by screen. Three calls are for the layout and its footer. One call each is
 * for the organizations, the live stream, and the labels, whose colors are shown. The other calls are the screen's own
 * calls. If the plan limits clicks, there is also the call for the plan's clicks.
 */
const callCounts: Record<string, number> = { dashboard: 15, links: 8, analytics: 13 }

const isScreen = /-screen-[^/]*$/

const maxElements = 1_500

/** The states that a first visit can have. */
const firstStates = ['ready', 'signing in', 'completing', 'no such page']
const firstVisits = allScenes.flatMap((scenes) =>
  scenes.states
    .filter(({ name }) => firstStates.includes(name))
    .map((scene) => ({ screen: scenes.screen, name: scene.name, scenes, scene })),
)
/**
 * The list of links without a pending link, because a list with a pending link is refetched every two seconds, and the
 * test counts the requests.
 */
const checkedLinks: Scene = {
  name: 'ready',
  answers: { [`GET ${inProject}/urls`]: () => someLinks.map((link) => ({ ...link, pending: false })) },
  shows: ['list', 'Links'],
}

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
})

afterAll(() => browser[Symbol.asyncDispose]())

it.concurrent.for(firstVisits)(
  '$screen ($name) loads less JavaScript than the limit, and each answer once',
  async ({ scenes, scene }, { expect }) => {
    await using visitor = await openSceneVisitor(browser)
    await visitor.open(scenes, scenes === linksScenes ? checkedLinks : scene, { view: 'desktop', scheme: 'light' })

    const scripts = listFirstScripts(visitor.fetchedFiles().filter((path) => path.endsWith('.js')))

    expect(scripts).not.toEqual([])
    expect(scripts.reduce((sum, path) => sum + countGzippedBytes(path), 0)).toBeLessThan(getMaxBytes(scenes.screen))

    // The body must contain no style sheet, because style sheets that are added to the head later would then be before
    // it. If a style sheet is added before another one, the browser lays out the whole page again.
    expect(await visitor.page.locator('body style').count()).toBe(0)

    // The footer's code is loaded late, so the footer's calls can be sent after the screen is ready.
    const expected = callCounts[scenes.screen]
    if (expected !== undefined) await expect.poll(() => visitor.sentCalls()).toHaveLength(expected)
    // No call is repeated, because the first event of the live stream refetches nothing.
    const calls = visitor.sentCalls()
    expect(calls).toEqual([...new Set(calls)])
  },
)

it('the build has a compressed file for every script and style sheet', () => {
  const folder = new URL('../dist/assets/', import.meta.url)
  const names = readdirSync(folder)
  // Smaller files are skipped, because compression can make them larger.
  const texts = names.filter((name) => /[.](js|css)$/.test(name) && readFileSync(new URL(name, folder)).length > 200)

  expect(texts).not.toEqual([])
  expect(texts.filter((name) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`))).toEqual([])
})

it('the build has only one style sheet with layers, because another would lay out the page again', () => {
  const folder = new URL('../dist/assets/', import.meta.url)
  const sheets = readdirSync(folder).filter(
    (name) => name.endsWith('.css') && readFileSync(new URL(name, folder), 'utf8').includes('@layer'),
  )

  expect(sheets).toEqual([expect.stringMatching(/^index-/)])
})

it.concurrent('a page of links has few elements, and needs one call for all its clicks', async () => {
  const links = Array.from({ length: linksPageSize }, (_, index) =>
    aLink({
      url_id: `0197a000-0000-7000-8000-0000000003${index.toString().padStart(2, '0')}`,
      title: `Link ${index}`,
      labels: ['audio', 'review'],
    }),
  )
  const scene: Scene = { name: 'a full page', answers: { [`GET ${inProject}/urls`]: () => links }, shows: ['link', 'Link 19'] }
  await using visitor = await openSceneVisitor(browser)
  await visitor.open(linksScenes, scene, { view: 'desktop', scheme: 'light' })

  expect(await visitor.page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(maxElements)
  expect(await visitor.page.locator('main li svg path[d^="M"]').count()).toBeGreaterThan(0)
  expect(visitor.sentCalls().filter((call) => call.includes('/analytics/urls'))).toHaveLength(1)
})

it.concurrent('requests the list of links before any code is loaded, and only once', async ({ expect }) => {
  await using visitor = await openSceneVisitor(browser)
  const { page } = visitor
  const countListCalls = () => visitor.sentCalls().filter((call) => call.includes('/urls?') && call.includes('sort=newest')).length
  const reload = async () => {
    await page.reload()
    await page.getByRole('list', { name: 'Links', exact: true }).waitFor()
    await visitor.settle()
  }
  await visitor.open(linksScenes, checkedLinks, { view: 'desktop', scheme: 'light' })
  // After the organizations are stored in the browser, the first requests are sent before the code is loaded.
  await reload()
  expect(countListCalls()).toBe(2)

  await page.route(/[.]js$/, (route) => route.abort())
  await page.reload()
  await expect.poll(countListCalls).toBe(3)
  await page.unroute(/[.]js$/)
  await reload()
  expect(countListCalls()).toBe(4)
})

it.concurrent('shows the frame of the layout at its final position before any code is loaded', async () => {
  const [ready] = linksScenes.states.filter(({ name }) => name === 'ready')
  if (ready === undefined) throw new Error('The links have no state "ready"')
  await using visitor = await openSceneVisitor(browser)
  const { page } = visitor
  for (const width of [1280, 820, 390]) {
    await visitor.open(linksScenes, ready, { view: 'desktop', scheme: 'dark' })
    await page.setViewportSize({ width, height: 800 })
    await visitor.settle()
    const layout = await readPlaces(page, { aside: 'aside', top: 'header', main: 'main' })
    await page.route(/[.]js$/, (route) => route.abort())
    await page.reload()
    const frame = await readPlaces(page, { aside: '.frame-aside', top: '.frame-top', main: '.frame-main' })
    await page.unroute(/[.]js$/)

    expect({ width, ...frame }).toEqual({ width, ...layout })
  }
})

/**
 * Returns the position, size and background color of each element. For the main element, returns its padding instead of
 * its height and color. Returns null for hidden elements.
 */
function readPlaces(page: Page, selectors: Record<string, string>): Promise<Record<string, unknown>> {
  return page.evaluate((given) => {
    const readPlace = (selector: string) => {
      const element = document.querySelector(selector)
      const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
      if (element === null || width === 0) return null
      const { backgroundColor, paddingLeft, paddingTop } = getComputedStyle(element)
      return { x, y, width, ...(selector.endsWith('main') ? { paddingLeft, paddingTop } : { height, backgroundColor }) }
    }
    return Object.fromEntries(Object.entries(given).map(([name, selector]) => [name, readPlace(selector)]))
  }, selectors)
}

/**
 * Returns the scripts that a first visit needs. Deferred scripts, and scripts that only deferred scripts import, are
 * omitted. The script of a screen is always included, even if a deferred script imports from it.
 */
function listFirstScripts(scripts: readonly string[]): readonly string[] {
  const imports = new Map(scripts.map((path) => [path, listImports(path)]))
  const isImportedBy = (path: string, importers: readonly string[]) => importers.some((importer) => imports.get(importer)?.includes(path))
  let rest = scripts.filter((path) => !deferred.test(path))
  for (;;) {
    const next = rest.filter((path) => isScreen.test(path) || !isImportedBy(path, scripts) || isImportedBy(path, rest))
    if (next.length === rest.length) return rest
    rest = next
  }
}

/** Returns the paths of the files that a script imports when it is loaded. */
function listImports(path: string): string[] {
  const source = readFileSync(toBuiltFile(path), 'utf8')
  return [...source.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => `/assets/${name}`)
}

function getMaxBytes(screen: string): number {
  return formScreens.includes(screen) ? maxFormBytes : maxBytes
}

function countGzippedBytes(path: string): number {
  return gzipSync(readFileSync(toBuiltFile(path))).length
}

function toBuiltFile(path: string): string {
  return fileURLToPath(new URL(`../dist${path}`, import.meta.url))
}
