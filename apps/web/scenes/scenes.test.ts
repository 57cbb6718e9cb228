import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { violations } from './browser/accessibility.ts'
import { type ColorScheme, type SceneVisitor, type View, viewports } from './browser/scene-visitor.ts'
import { sidewaysScroll } from './browser/sideways-scroll.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'
import type { Scene, Scenes } from './scene.ts'

/** The narrowest screen without sideways scrolling. */
const minWidth = 320

const schemePairs: readonly [[ColorScheme, ColorScheme], [ColorScheme, ColorScheme]] = [
  ['light', 'dark'],
  ['dark', 'light'],
]

let browser: OpenBrowser
let visitors: VisitorPool

beforeAll(async () => {
  browser = await openBrowser()
  visitors = createVisitorPool(browser)
})

afterAll(() => browser[Symbol.asyncDispose]())

for (const scenes of allScenes) {
  for (const [index, scene] of scenes.states.entries()) {
    // Axe checks each state in both color schemes. Which view gets which alternates, so a screen's elements meet all four combinations.
    const [onDesktop, onPhone] = schemePairs[index % 2 === 0 ? 0 : 1]
    it.concurrent(`${scenes.screen}: ${scene.name} (desktop)`, () =>
      visitors.withVisitor((visitor) => check(visitor, scenes, scene, 'desktop', onDesktop)))
    it.concurrent(`${scenes.screen}: ${scene.name} (phone)`, () =>
      visitors.withVisitor((visitor) => check(visitor, scenes, scene, 'phone', onPhone)))
  }
}

async function check(visitor: SceneVisitor, scenes: Scenes, scene: Scene, view: View, scheme: ColorScheme): Promise<void> {
  const { page } = visitor
  await visitor.open(scenes, scene, { view, scheme })
  const found = [...(await violations(page)), ...(await sidewaysScroll(page))]
  if (view === 'phone') {
    await page.setViewportSize({ width: minWidth, height: viewports.phone.height })
    found.push(...(await sidewaysScroll(page)))
  }

  expect({ scheme, title: await page.title(), found, problems: visitor.problems() }).toEqual({
    scheme,
    title: scene.title ?? scenes.title,
    found: [],
    problems: [],
  })
}
