import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { type Answers, answersOfEveryScreen, type SentCall } from '../test/api-answers.ts'
import { allScenes } from './all-scenes.ts'
import { openSceneVisitor } from './browser/scene-visitor.ts'
import type { Scene, Scenes } from './scene.ts'

/** The narrowest screen, and common widths of phones. */
const widths = [320, 360, 390, 414]

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser[Symbol.asyncDispose]())

it.each([
  ['dashboard', 'ready', ['Total clicks', 'Active links', 'Top performing']],
  ['analytics', 'large numbers', ['Total traffic', 'Unique visitors', 'Locations']],
  ['link-analytics', 'ready', ['Total clicks', 'Unique visitors', 'Created']],
])('%s (%s) has its numbers in one row, and nothing of them or of the axis of its chart is cut', async (screen, state, labels) => {
  await using visitor = await openPhone(screen, state)
  for (const width of widths) {
    await visitor.page.setViewportSize({ width, height: 844 })
    await visitor.settle()
    const figures = await Promise.all(labels.map((label) => figureOf(visitor.page, label)))
    const cut = await cutAxisLabels(visitor.page)

    expect({ width, figures, cut }).toEqual({ width, figures: labels.map(() => ({ top: figures[0]?.top, isCut: false })), cut: [] })
  }
})

it('links begin above the fold, with the search and the filters in one row', async () => {
  await using visitor = await openPhone('links', 'ready')
  const top = (name: string) => visitor.page.locator(name).evaluate((element) => element.getBoundingClientRect().top)

  expect(await top('main li >> nth=0')).toBeLessThan(844 / 2)
  expect(await top('button:has-text("Filters")')).toBe(await top('#search-links'))
})

it.each(['dashboard', 'links', 'link', 'analytics'])('%s stays where it is while answers arrive one after the other', async (screen) => {
  const { scenes, scene } = findScene(screen, 'ready')
  await using visitor = await openSceneVisitor(browser)
  await visitor.page.addInitScript(recordShifts)
  await visitor.open(scenes, { ...scene, answers: delayed({ ...answersOfEveryScreen, ...scenes.answers, ...scene.answers }) }, light)

  expect(await visitor.page.evaluate(() => document.documentElement.dataset.shifts)).toBeUndefined()
})

const light = { view: 'phone', scheme: 'light' } as const

async function openPhone(screen: string, name: string) {
  const { scenes, scene } = findScene(screen, name)
  const visitor = await openSceneVisitor(browser)
  await visitor.open(scenes, scene, light)
  return visitor
}

function findScene(screen: string, name: string): { scenes: Scenes; scene: Scene } {
  const scenes = allScenes.find((one) => one.screen === screen)
  const scene = scenes?.states.find((one) => one.name === name)
  if (scenes === undefined || scene === undefined) throw new Error(`There is no scene "${name}" of ${screen}`)
  return { scenes, scene }
}

/** Each answer comes later than the one before, in turns. */
function delayed(answers: Answers): Answers {
  let count = 0
  return Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      async (sent: SentCall) => {
        count += 1
        await setTimeout(100 + (count % 5) * 100)
        return answer(sent)
      },
    ]),
  )
}

/** Runs in the browser: writes shifts into the document that are larger than what a font changes when it is loaded. */
function recordShifts(): void {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement
    for (const entry of list.getEntries())
      if ('value' in entry && Number(entry.value) > 0.001) dataset.shifts = `${dataset.shifts ?? ''} ${entry.value}`
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Returns where the card of a figure begins, and whether its value, or a word of its label, is wider than the card. */
function figureOf(page: Page, label: string): Promise<{ top: number | undefined; isCut: boolean }> {
  return page.getByRole('heading', { name: label, exact: true }).evaluate((heading) => {
    const head = heading.parentElement
    const value = head?.nextElementSibling
    heading.setAttribute('style', 'overflow-wrap: normal')
    const isCut = [head, value].some((part) => !part || part.scrollWidth > part.clientWidth)
    return { top: head?.parentElement?.getBoundingClientRect().top, isCut }
  })
}

function cutAxisLabels(page: Page): Promise<(string | null)[]> {
  return page.locator('main svg text').evaluateAll((labels) =>
    labels
      .filter((label) => {
        let clip = label.parentElement
        while (clip !== null && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
        return clip !== null && label.getBoundingClientRect().right > clip.getBoundingClientRect().right
      })
      .map(({ textContent }) => textContent),
  )
}
