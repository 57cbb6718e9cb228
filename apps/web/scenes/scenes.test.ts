import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { findAccessibilityProblems } from './browser/accessibility.ts'
import { type ColorScheme, openSceneVisitor, type SceneVisitor, type View, viewports } from './browser/scene-visitor.ts'
import { findUnshownTexts, recordTexts } from './browser/shown-texts.ts'
import { findSidewaysScroll } from './browser/sideways-scroll.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'
import type { Scene, Scenes } from './scene.ts'

/** The narrowest screen that must not scroll sideways. */
const minWidth = 320

let browser: OpenBrowser
let visitors: VisitorPool<SceneVisitor>
let checked = 0

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  visitors = createVisitorPool(() => openSceneVisitor(browser))
})

afterAll(() => browser[Symbol.asyncDispose]())

for (const scenes of allScenes) {
  for (const [index, scene] of scenes.states.entries())
    it.concurrent(`${scenes.screen}: ${scene.name}`, () => visitors.withVisitor((visitor) => checkScene(visitor, scenes, scene, index)))
}

it('show every text and every route in the product specification', ({ skip }) => {
  if (checked < allScenes.flatMap(({ states }) => states).length) skip('Only some of the scenes were checked')
  expect(findUnshownTexts()).toEqual([])
})

/**
 * Checks each state in both views and both color schemes. The first view and its color scheme alternate, so that each
 * screen is seen in all four combinations. Names and roles are checked only in the first view. Colors, sizes and
 * positions are checked in both views.
 */
async function checkScene(visitor: SceneVisitor, scenes: Scenes, scene: Scene, index: number): Promise<void> {
  const [view, otherView]: [View, View] = index % 2 === 0 ? ['desktop', 'phone'] : ['phone', 'desktop']
  const [scheme, otherScheme]: [ColorScheme, ColorScheme] = index % 4 < 2 ? ['light', 'dark'] : ['dark', 'light']
  await visitor.open(scenes, scene, { view, scheme })
  await recordTexts(visitor.page, scene.address ?? scenes.address)
  await expectFaultless(visitor, scenes, scene, { view, scheme, onlyLook: false })
  await visitor.change(scenes, scene, { view: otherView, scheme: otherScheme })
  await expectFaultless(visitor, scenes, scene, { view: otherView, scheme: otherScheme, onlyLook: true })
  checked += 1
}

interface CheckedView {
  view: View
  scheme: ColorScheme
  onlyLook: boolean
}

async function expectFaultless(
  visitor: SceneVisitor,
  scenes: Scenes,
  scene: Scene,
  { view, scheme, onlyLook }: CheckedView,
): Promise<void> {
  const { page } = visitor
  const found = [...(await findAccessibilityProblems(page, { skipped: scene.skippedRules, onlyLook })), ...(await findSidewaysScroll(page))]
  if (view === 'phone') {
    await page.setViewportSize({ width: minWidth, height: viewports.phone.height })
    found.push(...(await findSidewaysScroll(page)))
  }

  expect({ view, scheme, title: await page.title(), found, problems: visitor.problems() }).toEqual({
    view,
    scheme,
    title: scene.title ?? scenes.title,
    found: [],
    problems: [],
  })
}
