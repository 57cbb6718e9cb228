import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { coveredByFocusRings } from './browser/focus-rings.ts'
import { layoutProblems } from './browser/layout-problems.ts'
import type { View } from './browser/scene-visitor.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'

/** Phones and tablets in both orientations, a laptop and a large monitor; below 768 px the sidebar is a drawer. */
const widths: Record<View, readonly number[]> = { phone: [320], desktop: [768, 820, 960, 1440, 1920] }

/** States with everything a screen can show. */
const fullStates = [
  'ready',
  'two selected',
  'links',
  'geography',
  'devices',
  'with full analytics',
  'large numbers',
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
let visitors: VisitorPool

beforeAll(async () => {
  browser = await openBrowser()
  visitors = createVisitorPool(browser)
})

afterAll(() => browser[Symbol.asyncDispose]())

for (const { screen, name, scenes, scene } of shown) {
  it.concurrent(`${screen} (${name}) fits every width`, () =>
    visitors.withVisitor(async (visitor) => {
      const found: string[] = []
      for (const view of ['desktop', 'phone'] as const) {
        await visitor.open(scenes, scene, { view, scheme: 'light' })
        for (const width of widths[view]) {
          await visitor.page.setViewportSize({ width, height: 900 })
          await visitor.settle()
          found.push(...(await layoutProblems(visitor.page)).map((problem) => `${width} px: ${problem}`))
        }
      }
      expect(found.join('\n')).toBe('')
    }))

  it.concurrent(`${screen} (${name}) has no text under a focus ring`, () =>
    visitors.withVisitor(async (visitor) => {
      await visitor.open(scenes, scene, { view: 'desktop', scheme: 'light' })

      expect((await coveredByFocusRings(visitor.page)).join('\n')).toBe('')
    }))
}
