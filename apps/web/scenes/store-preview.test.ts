import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { aStore, inProject } from '../test/api-answers.ts'
import type { Scene } from './scene.ts'
import { openSceneVisitor } from './scene-visitor.ts'
import { storeSettingsScenes } from './store-settings-scenes.ts'

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

const attack = '</style><script>top.wasAttacked = true</script><img src=x onerror="top.wasAttacked = true">'

it('gives the preview neither scripts nor an origin, and shows the HTML of an owner as text', async () => {
  const store = aStore({ title: attack, description: attack, footer_text: attack, snippet: attack })
  const scene: Scene = {
    name: 'attacked',
    answers: { [`GET ${inProject}/stores`]: () => [store] },
    steps: (page) => page.frameLocator('iframe:not([data-loading])').getByText('wasAttacked').first().waitFor(),
    shows: ['button', 'Save Settings'],
  }
  await using visitor = await openSceneVisitor(browser)
  await visitor.open(storeSettingsScenes, scene, { view: 'desktop', scheme: 'light' })
  const { page } = visitor

  expect(await page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.getAttribute('sandbox')))).toEqual([''])
  expect(await page.evaluate(() => 'wasAttacked' in window)).toBe(false)
  expect(await page.frameLocator('iframe:not([data-loading])').locator('script:not([type="application/ld+json"]), [onerror]').count()).toBe(
    0,
  )
  expect(visitor.problems()).toEqual([])
})
