import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { inProject, noReply } from '../test/api-answers.ts'
import { openShiftingScene, readShifts } from './browser/layout-shifts.ts'
import { openSceneVisitor } from './browser/scene-visitor.ts'
import { findScene } from './find-scene.ts'

const desktop = { view: 'desktop', scheme: 'light' } as const
/** A window as high as the page, because layout shifts below the window are not recorded. */
const wholePage = { ...desktop, height: 2_400 }

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
})

afterAll(() => browser[Symbol.asyncDispose]())

it.concurrent('the dashboard does not move while responses arrive one after another', async () => {
  await using visitor = await openSceneVisitor(browser)
  // The stored row counts are from an earlier visit, in which the dashboard showed three problems and six figures.
  await openShiftingScene(visitor, 'dashboard', { ...wholePage, stored: () => ({ 'linkshelf.rows': { concerns: 3, figures: 6 } }) })

  expect(await visitor.page.getByRole('button', { name: 'Earned' }).isVisible()).toBe(true)
  expect(await readShifts(visitor.page)).toBeUndefined()
})

it.concurrent('each card next to the numbers of a link is as high as its own content', async () => {
  await using visitor = await openSceneVisitor(browser)
  const { scenes, scene } = findScene('link', 'ready')
  await visitor.open(scenes, scene, desktop)
  for (const width of [1280, 1440]) {
    await visitor.page.setViewportSize({ width, height: 900 })
    await visitor.settle()
    const stretched = await visitor.page.locator('main .mantine-Paper-root').evaluateAll((cards) => {
      const heights = cards.map((card) => card.getBoundingClientRect().height)
      for (const card of cards)
        for (const part of [card, card.parentElement]) if (part instanceof HTMLElement) part.style.alignSelf = 'start'
      return cards
        .filter((card, index) => Math.abs(card.getBoundingClientRect().height - (heights[index] ?? 0)) > 1)
        .map((card) => card.textContent)
    })

    expect({ width, stretched }).toEqual({ width, stretched: [] })
  }
})

it.concurrent.each([
  ['links', `GET ${inProject}/urls`, 3],
  ['products', `GET ${inProject}/products`, 4],
  ['categories', `GET ${inProject}/categories`, 2],
])('the skeleton of %s has as many rows as were last shown', async (screen, list, count) => {
  await using visitor = await openSceneVisitor(browser)
  const { scenes } = findScene(screen, 'loading')
  const stored = () => ({ 'linkshelf.rows': { [screen]: count } })
  const answers = { ...findScene(screen, 'loading').scene.answers, [list]: noReply }
  await visitor.open(scenes, { name: 'loading again', answers, stored, shows: ['status', 'Loading'] }, desktop)

  const rows = visitor.page.getByRole('status', { name: 'Loading' }).locator('.mantine-Skeleton-root')
  const first = await rows.count()
  await visitor.open(scenes, { name: 'loading', answers, shows: ['status', 'Loading'] }, desktop)

  expect(first).toBeLessThan(await rows.count())
})
