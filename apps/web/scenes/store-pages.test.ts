import { pageLanguageCodes } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { findAccessibilityProblems } from './browser/accessibility.ts'
import { viewports, views } from './browser/scene-visitor.ts'
import { findSidewaysScroll } from './browser/sideways-scroll.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'
import { inAppBrowsers, inAppScenes, inAppViewport } from './store-pages/in-app-browsers.ts'
import { openStorePageVisitor, type StorePageVisitor } from './store-pages/open-store-page-visitor.ts'
import {
  createButtonScenes,
  fewProductsScenes,
  fullHeaderScenes,
  fullWindowScenes,
  languageScenes,
  longCategoryName,
  longNameScenes,
  longTrailScene,
  type StorePageScene,
  storePageScenes,
  uncategorizedScenes,
} from './store-pages/store-page-scenes.ts'
import { themeScenes } from './store-pages/theme-scenes.ts'

let browser: OpenBrowser
let visitors: VisitorPool<StorePageVisitor>

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  visitors = createVisitorPool(() => openStorePageVisitor(browser))
})

afterAll(() => browser[Symbol.asyncDispose]())

it.concurrent.each([...storePageScenes, ...themeScenes])(
  '$name, $brand colors: accessible, and readable on 320 px and in text of twice the size',
  (scene) =>
    visitors.withVisitor(async (visitor) => {
      const { page } = visitor
      const found: string[] = []
      const find = async (where: string, problems: Promise<string[]>) =>
        found.push(...(await problems).map((problem) => `${where}: ${problem}`))
      await visitor.open(scene, 'desktop')
      for (const view of views) {
        await page.setViewportSize(viewports[view])
        // Themes change only colors, fonts and sizes of the same elements. So names and roles of a theme are checked
        // only in one view.
        await find(view, findAccessibilityProblems(page, { onlyLook: view === 'phone' && themeScenes.includes(scene) }))
        await find(view, findSidewaysScroll(page))
      }
      for (const { scenes, widths, findProblems } of moreChecks) {
        if (!scenes.includes(scene)) continue
        for (const width of widths) {
          await page.setViewportSize({ ...inAppViewport, width })
          await find(`${width} px`, findProblems(page))
        }
      }
      await page.setViewportSize({ width: 320, height: 800 })
      await find('320 px', findSidewaysScroll(page))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.addStyleTag({ content: 'html{font-size:200%}' })
      await find('text of twice the size', findSidewaysScroll(page))

      expect({ found, problems: visitor.problems() }).toEqual({ found: [], problems: [] })
    }),
)

interface MoreChecks {
  scenes: readonly StorePageScene[]
  widths: readonly number[]
  findProblems(page: Page): Promise<string[]>
}

/** Additional checks for the pages of some scenes. */
const moreChecks: readonly MoreChecks[] = [
  { scenes: uncategorizedScenes, widths: [390, 1_280], findProblems: findWrongGap },
  { scenes: longNameScenes, widths: [390, 1_280, 1_440], findProblems: findLongNameProblems },
  { scenes: [...fullHeaderScenes, ...fullWindowScenes], widths: [390], findProblems: findLateProducts },
  { scenes: languageScenes, widths: [390, 320, 820, 1_440], findProblems: findButtonProblems },
]

/** Returns a problem if the gap above the products is not 16 to 24 px. */
function findWrongGap(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const readBottom = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
    const { top, left } = document.querySelector('.card')?.getBoundingClientRect() ?? { top: 0, left: 0 }
    // If the search is next to the products and not above them, only the header is above the products.
    const isBeside = (document.querySelector('search')?.getBoundingClientRect().right ?? Infinity) < left
    const gap = top - Math.max(readBottom('.disclosure'), isBeside ? 0 : readBottom('search'))
    return gap < 16 || gap > 24 ? [`The products are ${gap} px below what is above them`] : []
  })
}

/**
 * Returns the problems of a long category name. It must have one line with an ellipsis, and must be shown completely on
 * hover.
 */
async function findLongNameProblems(page: Page): Promise<string[]> {
  const [named, linked] = [page.getByTitle(longCategoryName).first(), page.getByRole('link', { name: longCategoryName }).first()]
  const problems = await named.evaluate((element) => {
    const isCut = element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'
    const isOneLine = element.getBoundingClientRect().height < 40
    return [...(isCut ? [] : ['A long name has no ellipsis']), ...(isOneLine ? [] : ['A long name has several lines'])]
  })
  return [...problems, ...((await linked.isVisible()) ? [] : ['No link has the long name']), ...(await findSidewaysScroll(page))]
}

/**
 * Returns a problem if the first product begins too low, and for each hidden part of the header. On a phone, the first
 * product must begin within the top 420 px, even if the header above it has every part.
 */
function findLateProducts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    window.scrollTo(0, 0)
    const top = document.querySelector('.card')?.getBoundingClientRect().top ?? Infinity
    const parts = ['.banner', '.logo', 'h1', '.about', '.social', '.disclosure', '.categories', 'search', '.featured']
    const isHidden = (part: string) => {
      const element = document.querySelector(part)
      return element?.checkVisibility({ visibilityProperty: true }) !== true || element.getBoundingClientRect().height === 0
    }
    const hidden = parts.filter(isHidden)
    return [...(top > 420 ? [`The first product begins at ${top} px`] : []), ...hidden.map((part) => `${part} is hidden`)]
  })
}

/**
 * Returns the problems of buttons. A button must have one line. It must show a whole text, and may show a shorter text
 * only if the longer text does not fit.
 */
async function findButtonProblems(page: Page): Promise<string[]> {
  const wrong = await page.locator('a.buy:visible').evaluateAll((buttons) => {
    const isNameOnly = (button: Element) => innerWidth <= 640 && button.closest('.list .card') !== null
    const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
    function findProblems(button: Element, fitting: Element | null): string[] {
      const [shorter, text] = fitting?.children ?? []
      if (!fitting || !shorter || !text) return []
      const isShown = text.getBoundingClientRect().top < fitting.getBoundingClientRect().bottom && text.clientWidth > 1
      if (isShown) return isCut(text) || shorter.clientWidth > 0 ? [`“${text.textContent}” is cut`] : []
      if (text.scrollWidth < fitting.clientWidth && !isNameOnly(button)) return [`“${text.textContent}” would fit`]
      const isName = shorter.childElementCount === 0
      return isName
        ? isCut(shorter)
          ? [`The name “${shorter.textContent}” is cut`]
          : []
        : findProblems(button, shorter.querySelector('.fit'))
    }
    return buttons.flatMap((button) => {
      const isWider = isCut(button) || [...button.children].some((part) => part.getBoundingClientRect().width > button.clientWidth)
      return [
        ...(isWider ? [`“${button.textContent}” is wider than its button`] : []),
        ...findProblems(button, button.querySelector('.fit')),
      ]
    })
  })
  return [...(await findHiddenButtons(page)), ...wrong]
}

it.concurrent.each(pageLanguageCodes)('shows whole texts on buttons in %s, the longest that fits', (language) =>
  visitors.withVisitor(async (visitor) => {
    const found: string[] = []
    for (const scene of createButtonScenes(language)) {
      await visitor.open(scene, 'desktop')
      for (const width of [1_440, 820, 390, 320]) {
        await visitor.page.setViewportSize({ width, height: 844 })
        found.push(...(await findButtonProblems(visitor.page)).map((problem) => `${scene.name}, ${width} px: ${problem}`))
      }
    }
    // No text is shorter than this long name, so the name ends with an ellipsis if it does not fit.
    expect(found.filter((problem) => !problem.endsWith('The name “kaffee-und-mehr-versand” is cut'))).toEqual([])
  }),
)

it.concurrent.each(fewProductsScenes)('$name: cards fill the width of a desktop, and their buttons are not cut on a phone', (scene) =>
  visitors.withVisitor(async (visitor) => {
    await visitor.open(scene, 'desktop')
    for (const width of [820, 1_440]) {
      await visitor.page.setViewportSize({ width, height: 900 })
      const cards = await visitor.page.locator('.card').evaluateAll((all) => all.map((card) => card.getBoundingClientRect()))
      const list = await visitor.page.locator('.cards').evaluate((all) => all.getBoundingClientRect())
      const isRowOfTwo = scene.name === 'left store with a list of 3' && width === 820
      const lastOfRow = isRowOfTwo ? cards[1] : cards.at(-1)
      expect([width, Math.round(lastOfRow?.right ?? 0)]).toEqual([width, Math.round(list.right)])
    }
    for (const width of [390, 320]) {
      await visitor.page.setViewportSize({ width, height: 844 })
      expect(await findHiddenButtons(visitor.page)).toEqual([])
    }
  }),
)

it.concurrent('shows all categories of a store above the search if there is space only for them', () =>
  visitors.withVisitor(async (visitor) => {
    const scene = storePageScenes.find(({ name }) => name === 'grid store')
    if (scene === undefined) throw new Error('There is a scene of a grid')
    await visitor.open(scene, 'desktop')
    await visitor.page.setViewportSize({ width: 900, height: 900 })
    const { hidden, bottom } = await visitor.page.locator('.categories').evaluate((list) => ({
      hidden: list.scrollWidth - list.clientWidth,
      bottom: list.getBoundingClientRect().bottom,
    }))

    expect(hidden).toBe(0)
    expect((await visitor.page.locator('search').boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
  }))

it.concurrent('has a header of one line, the category’s link and a product on the first screen of a category page on a phone', () =>
  visitors.withVisitor(async (visitor) => {
    const scene = storePageScenes.find(({ name }) => name === 'category with a picture')
    if (scene === undefined) throw new Error('There is a scene of a category')
    await visitor.open(scene, 'phone')
    await visitor.page.setViewportSize(inAppViewport)
    const readBox = async (selector: string) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await visitor.page.locator(selector).first().boundingBox()) ?? {}
      return { left: x, top: y, right: x + width, height }
    }

    expect((await readBox('.head .identity')).height).toBeLessThanOrEqual(64)
    expect((await readBox('.card')).top).toBeLessThanOrEqual(420)
    const current = await readBox('.categories [aria-current]')
    expect(current.left).toBeGreaterThanOrEqual((await readBox('.categories')).left)
    expect(current.right).toBeLessThanOrEqual((await readBox('.categories')).right)
  }))

it.concurrent('shows the breadcrumb on one line, with a part of each name', () =>
  visitors.withVisitor(async (visitor) => {
    await visitor.open(longTrailScene, 'phone')
    for (const width of [1_440, 390, 320]) {
      await visitor.page.setViewportSize({ width, height: 844 })
      const parts = await visitor.page.locator('.trail li').evaluateAll((all) =>
        all.map((part) => {
          const { top, width } = part.getBoundingClientRect()
          return { top, isReadable: width >= 48 }
        }),
      )
      expect([width, parts.map(({ isReadable }) => isReadable)]).toEqual([width, [true, true, true]])
      expect(new Set(parts.map(({ top }) => top)).size).toBe(1)
    }
  }))

it.concurrent('opens the complete disclosure, the complete text of the store and the search on a phone, without scripts', async () => {
  await using phone = await openStorePageVisitor(browser, { javaScriptEnabled: false, isMobile: true, hasTouch: true })
  const [scene] = fullHeaderScenes
  if (scene === undefined) throw new Error('There are scenes')
  await phone.open(scene, 'phone')
  const { page } = phone
  const readWidth = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0
  const readHeight = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0

  expect(await page.getByText('As an Amazon Associate').isVisible()).toBe(false)
  await page.getByText('Ad: links on this page are affiliate links.').first().tap()
  expect(await page.getByText('As an Amazon Associate').isVisible()).toBe(true)
  const before = await readHeight('.about')
  await page.locator('.about summary').tap()
  expect(await readHeight('.about')).toBeGreaterThan(before)

  expect(await readWidth('search')).toBeLessThan(50)
  await page.locator('search svg').tap()
  await page.keyboard.type('kettle')
  expect(await readWidth('search')).toBeGreaterThan(300)
  const search = page.waitForRequest(/[?]q=kettle$/)
  await page.getByRole('button', { name: 'Search' }).tap()
  expect((await search).isNavigationRequest()).toBe(true)
})

it.concurrent('can be used by keyboard, with the main content first', () =>
  visitors.withVisitor(async (visitor) => {
    const [scene] = storePageScenes
    if (scene === undefined) throw new Error('There are scenes')
    await visitor.open(scene, 'desktop')
    await visitor.page.keyboard.press('Tab')

    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  }))

const inAppPages = inAppBrowsers.flatMap((app) =>
  [...Map.groupBy(inAppScenes, ({ name }) => name.split(' ')[0])].map(([layout, scenes]) => ({ ...app, layout, scenes })),
)

it.concurrent.each(inAppPages)(
  'has $layout pages that are readable in $name, without scripts, and whose buttons open in place',
  async ({ userAgent, scenes }) => {
    await using inApp = await openStorePageVisitor(browser, { userAgent, javaScriptEnabled: false, isMobile: true, hasTouch: true })
    const { page } = inApp
    const found: string[] = []
    for (const scene of scenes) {
      await inApp.open(scene, 'phone')
      for (const width of [inAppViewport.width, 320]) {
        await page.setViewportSize({ ...inAppViewport, width })
        found.push(...(await findSidewaysScroll(page)), ...(await findHiddenButtons(page)))
      }
    }
    const button = page.locator('a.buy').first()
    const address = new URL((await button.getAttribute('href')) ?? '', page.url()).href
    const [request] = await Promise.all([page.waitForRequest(address), button.tap()])

    expect(found).toEqual([])
    expect([request.isNavigationRequest(), page.context().pages().length]).toEqual([true, 1])
  },
)

it.concurrent.each(['left', 'top', 'grid'])('mirrors the %s layout in Arabic', (layout) =>
  visitors.withVisitor(async (visitor) => {
    const findSceneIn = (language: string) => {
      const scene = languageScenes.find(({ name }) => name === `${layout} store, ${language}`)
      if (scene === undefined) throw new Error('There is a scene in this language')
      return scene
    }
    /** Returns the distance of each part from the side where its text begins, by view. */
    const measureStarts = async (language: string) => {
      await visitor.open(findSceneIn(language), 'desktop')
      const starts: Record<string, number[]> = {}
      for (const view of views) {
        await visitor.page.setViewportSize(viewports[view])
        starts[view] = await visitor.page.evaluate(() => {
          const isMirrored = document.dir === 'rtl'
          return ['.logo', '.introduction h1', '.social li', '.categories li', '.card', '.disclosure summary'].map((selector) => {
            const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, right: 0 }
            return Math.round(isMirrored ? document.documentElement.clientWidth - right : left)
          })
        })
      }
      return starts
    }
    const [arabic, german] = [await measureStarts('ar'), await measureStarts('de')]
    // Centered parts are as wide as their text, which differs between languages, so they are not compared.
    const selectCompared = (starts: number[] = []) => (layout === 'top' ? starts.slice(4) : starts)
    for (const view of views) expect([view, selectCompared(arabic[view])]).toEqual([view, selectCompared(german[view])])
  }),
)

/**
 * Returns buttons to shops that are cut off, have several lines, or are too small for a finger. Scrolls each button
 * into view first.
 */
function findHiddenButtons(page: Page): Promise<string[]> {
  return page.locator('a.buy:visible').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      button.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const { left, right, height } = button.getBoundingClientRect()
      return left >= 0 && right <= innerWidth && height >= 40 && height < 60
        ? []
        : [`${button.textContent}: ${left} to ${right}, ${height} px high`]
    }),
  )
}
