import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { openScene, schemes, showIn, type View, views } from './open-scene.ts'
import type { Scene, Scenes } from './scene.ts'

/** The narrowest screen that nothing may scroll sideways on. */
const leastWidth = 360

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

for (const scenes of allScenes) {
  for (const scene of scenes.states) {
    for (const view of Object.keys(views) as View[]) {
      it.concurrent(`${scenes.screen}: ${scene.name} (${view})`, () => look(scenes, scene, view))
    }
  }
}

async function look(scenes: Scenes, scene: Scene, view: View): Promise<void> {
  await using opened = await openScene(browser, scenes, scene, view)
  const { page } = opened
  const found: string[] = []
  for (const scheme of schemes) {
    await showIn(opened, scheme)
    found.push(...(await violations(page)).map((violation) => `${scheme}: ${violation}`))
  }
  found.push(...(await sidewaysScroll(page)))
  if (view === 'phone') {
    await page.setViewportSize({ width: leastWidth, height: views.phone.height })
    found.push(...(await sidewaysScroll(page)))
  }

  expect({ title: await page.title(), found, problems: opened.problems() }).toEqual({
    title: scene.title ?? scenes.title,
    found: [],
    problems: [],
  })
}

/** Axe is half a megabyte of code, so a page is given it once. */
async function violations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
  const { violations } = await builder
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

async function sidewaysScroll(page: Page): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  return scrollWidth > clientWidth ? [`${scrollWidth} px of content on ${clientWidth} px`] : []
}
