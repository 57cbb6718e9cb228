import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { openSceneVisitor } from './scene-visitor.ts'

/** JavaScript, gzipped, that a first visit may load before any interaction. */
const maxBytes = 170_000

/** Loaded after the first render: the chart, code it shares with the map, the breakdowns below it, the options of a QR code, and the toast container. */
const deferred = /\/(day-chart|d3-array|link-breakdowns|breakdown-card|geography-tab|qr-options|toast-container)-/

/** The states of a first visit. */
const firstStates = ['ready', 'signing in', 'completing', 'no such page']
const firstVisits = allScenes.flatMap((scenes) =>
  scenes.states
    .filter(({ name }) => firstStates.includes(name))
    .map((scene) => ({ screen: scenes.screen, name: scene.name, scenes, scene })),
)
let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

it.each(firstVisits)('$screen ($name) loads less JavaScript than the limit', async ({ scenes, scene }) => {
  await using visitor = await openSceneVisitor(browser)
  await visitor.open(scenes, scene, { view: 'desktop', scheme: 'light' })

  const scripts = visitor.fetchedFiles().filter((path) => path.endsWith('.js') && !deferred.test(path))

  expect(scripts).not.toEqual([])
  expect(scripts.reduce((sum, path) => sum + gzippedBytes(path), 0)).toBeLessThan(maxBytes)
})

function gzippedBytes(path: string): number {
  return gzipSync(readFileSync(fileURLToPath(new URL(`../dist${path}`, import.meta.url)))).length
}
