import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { openShiftingScene, readShifts } from './browser/layout-shifts.ts'
import { openSceneVisitor } from './browser/scene-visitor.ts'
import { findScene } from './find-scene.ts'

/** The narrowest screen, and common widths of phones. */
const widths = [320, 360, 390, 414]

let browser: OpenBrowser

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
})

afterAll(() => browser[Symbol.asyncDispose]())

it.concurrent.each([
  ['dashboard', 'ready', ['Total clicks', 'Active links', 'Top performing']],
  ['analytics', 'large numbers', ['Total traffic', 'Unique visitors', 'Locations']],
  ['link-analytics', 'ready', ['Total clicks', 'Unique visitors', 'Created']],
])('%s (%s) has its numbers in one row, and cuts neither them nor the axis labels of its chart', async (screen, state, labels) => {
  await using visitor = await openPhone(screen, state)
  for (const width of widths) {
    await visitor.page.setViewportSize({ width, height: 844 })
    await visitor.settle()
    const figures = await Promise.all(labels.map((label) => readFigure(visitor.page, label)))
    const cut = await findCutAxisLabels(visitor.page)

    expect({ width, figures, cut }).toEqual({ width, figures: labels.map(() => ({ top: figures[0]?.top, isCut: false })), cut: [] })
  }
})

it.concurrent('links begin above the fold, with the search and the filters in one row', async () => {
  await using visitor = await openPhone('links', 'ready')
  const readTop = (name: string) => visitor.page.locator(name).evaluate((element) => element.getBoundingClientRect().top)

  expect(await readTop('main li >> nth=0')).toBeLessThan(844 / 2)
  expect(await readTop('button:has-text("Filters")')).toBe(await readTop('#search-links'))
})

it.concurrent('a phone shows five whole links, each with the name of the site that it leads to', async () => {
  await using visitor = await openPhone('links', 'ready')
  const bottom = await visitor.page
    .locator('main li')
    .nth(4)
    .evaluate((row) => row.getBoundingClientRect().bottom)

  expect(bottom).toBeLessThanOrEqual(844)
  const first = visitor.page.locator('main li').first()
  expect(await first.getByText('shop.example').isVisible()).toBe(true)
  expect(await first.getByText('/headphones').isVisible()).toBe(false)
})

it.concurrent.each([
  ['store-settings', 'ready', 'Save Settings', 1],
  ['product', 'new', 'Create product', 2],
])('%s (%s) has its buttons at the bottom, in one or two lines', async (screen, state, name, lines) => {
  await using visitor = await openPhone(screen, state)
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.settle()
  const bar = visitor.page.getByRole('button', { name, exact: true }).locator('xpath=..')

  const tops = await bar.locator('> a, > button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(lines)
})

it.concurrent('a short name begins next to its host', async () => {
  await using visitor = await openPhone('link', 'editing')
  const host = visitor.page.locator('label:has-text("Short name") ~ div span').first()
  const end = await host.evaluate((element) => element.getBoundingClientRect().right)
  const start = await visitor.page
    .getByRole('textbox', { name: 'Short name' })
    .evaluate((input) => input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft))

  expect(start - end).toBeGreaterThanOrEqual(0)
  expect(start - end).toBeLessThan(12)
})

it.concurrent.each(['dashboard', 'links', 'link', 'analytics'])(
  '%s stays where it is while answers arrive one after the other',
  async (screen) => {
    await using visitor = await openSceneVisitor(browser)
    await openShiftingScene(visitor, screen, light)

    expect(await readShifts(visitor.page)).toBeUndefined()
  },
)

const light = { view: 'phone', scheme: 'light' } as const

async function openPhone(screen: string, name: string) {
  const { scenes, scene } = findScene(screen, name)
  const visitor = await openSceneVisitor(browser)
  await visitor.open(scenes, scene, light)
  return visitor
}

/** Returns the top of a figure's card. `isCut` is true if the value, or a word of the label, is wider than the card. */
function readFigure(page: Page, label: string): Promise<{ top: number | undefined; isCut: boolean }> {
  return page.getByRole('heading', { name: label, exact: true }).evaluate((heading) => {
    const head = heading.parentElement
    const value = head?.nextElementSibling
    heading.setAttribute('style', 'overflow-wrap: normal')
    const isCut = [head, value].some((part) => !part || part.scrollWidth > part.clientWidth)
    return { top: head?.parentElement?.getBoundingClientRect().top, isCut }
  })
}

function findCutAxisLabels(page: Page): Promise<(string | null)[]> {
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
