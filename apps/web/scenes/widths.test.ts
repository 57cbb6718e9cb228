import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { aLink, inProject } from '../test/api-answers.ts'
import { allScenes } from './all-scenes.ts'
import { findTextsUnderFocusRings } from './browser/focus-rings.ts'
import { findLayoutProblems } from './browser/layout-problems.ts'
import { openSceneVisitor, type SceneVisitor, type View } from './browser/scene-visitor.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'
import { findScene } from './find-scene.ts'
import { linksScenes } from './links/links-scenes.ts'
import { someLinks } from './sample-answers.ts'

/** Phones and tablets in both orientations, a laptop and a large monitor. Below 768 px, the sidebar is a drawer. */
const widths: Record<View, readonly number[]> = { phone: [320], desktop: [768, 820, 960, 1440, 1920] }

/** States that show everything that a screen can show. */
const fullStates = [
  'ready',
  'two selected',
  'links',
  'geography',
  'devices',
  'with full analytics',
  'large numbers',
  'preview as it is typed',
  'countries',
  'visitors',
  'no such page',
]
const shown = allScenes.flatMap((scenes) =>
  scenes.states
    .filter(({ name }) => fullStates.includes(name))
    .map((scene) => ({ screen: scenes.screen, name: scene.name, scenes, scene })),
)
let browser: OpenBrowser
let visitors: VisitorPool<SceneVisitor>

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  visitors = createVisitorPool(() => openSceneVisitor(browser))
})

afterAll(() => browser[Symbol.asyncDispose]())

it.concurrent('rows of products have at most two lines at 1440 px', () =>
  visitors.withVisitor(async (visitor) => {
    const { scenes, scene } = findScene('products', 'ready')
    await visitor.open(scenes, scene, { view: 'desktop', scheme: 'light' })
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await visitor.settle()
    const heights = await visitor.page.locator('main tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))

    // Two lines of badges with their gap and the padding of the cell.
    for (const height of heights) expect(height).toBeLessThanOrEqual(74)
  }))

it.concurrent('the table of earnings begins on the first screen', () =>
  visitors.withVisitor(async (visitor) => {
    const { scenes, scene } = findScene('earnings', 'ready')
    for (const [view, width, height] of [
      ['desktop', 1440, 900],
      ['phone', 390, 844],
    ] as const) {
      await visitor.open(scenes, scene, { view, scheme: 'light' })
      await visitor.page.setViewportSize({ width, height })
      await visitor.settle()
      const table = visitor.page.getByRole('table', { name: 'Earnings by link' })
      const top = await table
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.getBoundingClientRect().bottom)

      expect({ view, isVisible: top <= height }).toEqual({ view, isVisible: true })
    }
  }))

for (const { screen, name, scenes, scene } of shown) {
  it.concurrent(`${screen} (${name}) fits every width, and has no text under a focus ring`, () =>
    visitors.withVisitor(async (visitor) => {
      const found: string[] = []
      await visitor.open(scenes, scene, { view: 'desktop', scheme: 'light' })
      for (const view of ['desktop', 'phone'] as const) {
        await visitor.change(scenes, scene, { view, scheme: 'light' })
        for (const width of widths[view]) {
          await visitor.page.setViewportSize({ width, height: 900 })
          await visitor.settle()
          found.push(...(await findLayoutProblems(visitor.page)).map((problem) => `${width} px: ${problem}`))
        }
      }
      // This is the last check, because the keyboard can open and close parts of the screen.
      await visitor.change(scenes, scene, { view: 'desktop', scheme: 'light' })
      found.push(...(await findTextsUnderFocusRings(visitor.page)))

      expect(found.join('\n')).toBe('')
    }))
}

it.concurrent('plans stand side by side in a window of 1280 px with a scroll bar', () =>
  visitors.withVisitor(async ({ page, open, settle }) => {
    const { scenes, scene } = findScene('settings-subscription', 'ready')
    await open(scenes, scene, { view: 'desktop', scheme: 'light' })
    await page.setViewportSize({ width: 1265, height: 800 })
    await settle()

    const [starter, business] = await Promise.all(['Starter', 'Business'].map((name) => page.getByRole('heading', { name }).boundingBox()))
    expect(starter?.y).toBe(business?.y)
  }))

const manyLinks = Array.from({ length: 20 }, (_, index) =>
  aLink({ ...someLinks[index % someLinks.length], url_id: `0197a000-0000-7000-8000-0000000009${10 + index}` }),
)

it.concurrent('the list of links has ten rows in a window of 1440 × 900, and a click next to the text of a row opens its link', () =>
  visitors.withVisitor(async ({ page, open, settle }) => {
    const scene = { name: 'a page of links', answers: { [`GET ${inProject}/urls`]: () => manyLinks }, shows: ['list', 'Links'] } as const
    await open(linksScenes, scene, { view: 'desktop', scheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await settle()
    const tenth = page.getByRole('list', { name: 'Links' }).getByRole('listitem').nth(9)
    const box = await tenth.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(900)

    await tenth.click({ position: { x: (box?.width ?? 0) / 2, y: 3 } })

    await page.waitForURL(`**/links/${manyLinks[9]?.url_id}`)
  }))
