import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { openScene } from './open-scene.ts'

/** JavaScript, gzipped, that a first visit may load before anybody has pressed anything. */
const mostBytes = 170_000

/** Fetched when the rest of the page is there: the chart, what it shares with the map, what stands below it, a QR code's options, and what toasts stand on. */
const fetchedLater = /\/(day-chart|d3-array|link-breakdowns|breakdown-card|geography-tab|qr-options|toast-shelf)-/

/** The states in which one arrives at a screen. */
const arrivals = ['ready', 'signing in', 'completing', 'no such page']
const first = allScenes.flatMap((scenes) =>
  scenes.states.filter(({ name }) => arrivals.includes(name)).map((scene) => ({ screen: scenes.screen, name: scene.name, scenes, scene })),
)
let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

it.each(first)('$screen ($name) loads little before it is there', async ({ scenes, scene }) => {
  await using opened = await openScene(browser, scenes, scene, 'desktop')

  const scripts = opened.fetched.filter((path) => path.endsWith('.js') && !fetchedLater.test(path))

  expect(scripts).not.toEqual([])
  expect(scripts.reduce((sum, path) => sum + gzippedBytes(path), 0)).toBeLessThan(mostBytes)
})

function gzippedBytes(path: string): number {
  return gzipSync(readFileSync(fileURLToPath(new URL(`../dist${path}`, import.meta.url)))).length
}
