import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { type Answer, type Answers, answersOfEveryScreen, Reply } from '../test/api-answers.ts'
import { openSceneVisitor, type SceneVisitor } from './browser/scene-visitor.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'
import { analyticsScenes } from './links/analytics-scenes.ts'
import { dashboardScenes } from './links/dashboard-scenes.ts'
import { linkScenes } from './links/link-scenes.ts'
import { linksScenes } from './links/links-scenes.ts'
import type { Scenes } from './scene.ts'
import { labelsScenes } from './settings/labels-scenes.ts'
import { categoriesScenes } from './stores/categories-scenes.ts'
import { productScenes } from './stores/product-scenes.ts'
import { productsScenes } from './stores/products-scenes.ts'

const widths = [390, 1280, 1440]

/** One word with the maximum length of a name. */
const longName = 'Donaudampfschifffahrt'.repeat(6).slice(0, 100)
const lengthen = (name: string) => `${name}${longName}`.slice(0, 100)

/** The id fields of the objects whose names are replaced. */
const named = ['category_id', 'label_id', 'view_id', 'report_id']

/** Replaces the names of labels, categories, saved views and reports in a response with long names. */
function lengthenNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthenNames)
  if (typeof value !== 'object' || value === null) return value
  const isNamed = named.some((field) => field in value)
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (field === 'name' && isNamed) return [field, lengthen(String(inner))]
      if (field === 'labels' && Array.isArray(inner) && inner.every((label) => typeof label === 'string'))
        return [field, inner.map(lengthen)]
      return [field, lengthenNames(inner)]
    }),
  )
}

function lengthenAnswers(answers: Answers): Answers {
  const lengthened = (answer: Answer): Answer => {
    return async (call) => {
      const reply = await answer(call)
      return reply instanceof Reply ? new Reply(reply.status, lengthenNames(reply.body), reply.headers) : lengthenNames(reply)
    }
  }
  return Object.fromEntries(Object.entries(answers).map(([call, answer]) => [call, lengthened(answer)]))
}

const cases: readonly (readonly [scenes: Scenes, state: string, address?: string])[] = [
  [dashboardScenes, 'ready'],
  [linksScenes, 'ready', `/links?label=${lengthen('audio')}`],
  [linksScenes, 'saved views'],
  [linkScenes, 'ready'],
  [analyticsScenes, 'links'],
  [analyticsScenes, 'conditions', `/analytics?label=${lengthen('audio')}&utm_campaign=${longName}&city=${longName}`],
  [analyticsScenes, 'saved reports'],
  [labelsScenes, 'ready'],
  [productsScenes, 'ready'],
  [productScenes, 'ready'],
  [categoriesScenes, 'ready'],
]

let browser: OpenBrowser
let visitors: VisitorPool<SceneVisitor>

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  visitors = createVisitorPool(() => openSceneVisitor(browser))
})

afterAll(() => browser[Symbol.asyncDispose]())

for (const [scenes, state, address] of cases) {
  it.concurrent(`${scenes.screen} (${state}) shortens long names, and shows them completely on hover`, () =>
    visitors.withVisitor(async (visitor) => {
      const found = scenes.states.find(({ name }) => name === state) ?? expect.unreachable()
      const scene = {
        ...found,
        ...(address !== undefined && { address }),
        answers: lengthenAnswers({ ...answersOfEveryScreen, ...scenes.answers, ...found.answers }),
        shows: ['main'] as const,
        says: [new RegExp(longName.slice(0, 21))],
      }
      await visitor.open(scenes, scene, { view: 'phone', scheme: 'light' })
      const problems: string[] = []
      for (const width of widths) {
        await visitor.page.setViewportSize({ width, height: 900 })
        await visitor.settle()
        problems.push(...(await findProblems(visitor.page)).map((problem) => `${width} px: ${problem}`))
      }
      expect(problems.join('\n')).toBe('')
    }))
}

/**
 * Returns names that are cut without an ellipsis, or whose complete text is nowhere on the page. Also returns content
 * that makes the page scroll sideways.
 */
function findProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) problems.push(`The page scrolls sideways: ${scrollWidth} px of content on ${clientWidth} px`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const [text, element] = [node.textContent ?? '', node.parentElement]
      if (!text.includes('Donaudampf') || element === null || element.closest('svg, option, .visually-hidden') !== null) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const isBeyond = [...range.getClientRects()].some((line) => line.right > innerWidth + 1)
      if (isCutByAncestor(element)) problems.push(`“${text.slice(0, 30)}” is cut without an ellipsis`)
      const clipping = findClippingElement(element)
      if (clipping === undefined) {
        if (isBeyond) problems.push(`“${text.slice(0, 30)}” leaves the page`)
        continue
      }
      if (clipping.scrollWidth <= clipping.clientWidth + 1) continue
      if (getComputedStyle(clipping).textOverflow !== 'ellipsis') problems.push(`“${text.slice(0, 30)}” is cut without an ellipsis`)
      if (!isNamedWhole(element, text.trim())) problems.push(`“${text.slice(0, 30)}” is shown whole nowhere`)
    }
    for (const menu of document.querySelectorAll('[role=menu], [role=menu] *'))
      if (menu.clientWidth > 0 && menu.scrollWidth > menu.clientWidth + 1 && getComputedStyle(menu).textOverflow !== 'ellipsis')
        problems.push(`A menu cuts “${menu.textContent?.slice(0, 30)}”`)
    for (const chip of document.querySelectorAll('[aria-label^="Remove filter"]'))
      if (chip.getBoundingClientRect().height > 40) problems.push(`A chip takes several lines: “${chip.textContent?.slice(0, 30)}”`)
    return problems

    /** Returns true if an ancestor outside of the element with the ellipsis cuts the text. */
    function isCutByAncestor(element: Element): boolean {
      const { right } = (findClippingElement(element) ?? element).getBoundingClientRect()
      for (let part = findClippingElement(element)?.parentElement; part && part !== document.body; part = part.parentElement)
        if (['hidden', 'clip'].includes(getComputedStyle(part).overflowX) && right > part.getBoundingClientRect().right + 1) return true
      return false
    }

    function findClippingElement(element: Element): Element | undefined {
      for (let part: Element | null = element; part !== null && part !== document.body; part = part.parentElement)
        if (['hidden', 'clip'].includes(getComputedStyle(part).overflowX)) return part
      return undefined
    }

    function isNamedWhole(element: Element, text: string): boolean {
      for (let part: Element | null = element; part !== null; part = part.parentElement)
        if (part.getAttribute('title')?.includes(text)) return true
      return false
    }
  })
}
