import { createServer } from 'node:http'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServer, listen } from '../apps/server/src/platform/http/listen.ts'
import { findAccessibilityProblems } from '../apps/web/scenes/browser/accessibility.ts'
import { type OpenBrowser, openBrowser } from '../harness/open-browser.ts'
import { getSharedLinkshelf, type SharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { password, signUp, waitForText } from '../harness/sign-up.ts'

let instance: SharedLinkshelf
let chromium: OpenBrowser

beforeAll(async () => {
  instance = await getSharedLinkshelf()
  chromium = await openBrowser()
})

afterAll(() => chromium[Symbol.asyncDispose]())

async function addLink(page: Page, address: string): Promise<void> {
  await page.getByPlaceholder('Paste a long URL').fill(address)
  await page.getByRole('button', { name: 'Add Link' }).click()
}

/** A shop on this machine, with a page about a lamp. */
async function aShop(): Promise<{ lampUrl: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>A very fine lamp</title><h1>The lamp</h1>')
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return { lampUrl: `http://127.0.0.1:${port}/lamp`, [Symbol.asyncDispose]: () => closeServer(server, 0) }
}

/**
 * Follows the "Next" link after each save: connects a retailer, opens a store, and adds a product, which is the last
 * step.
 */
async function takeNextSteps(page: Page): Promise<void> {
  const next = page.getByRole('link', { name: /^Next: / })
  await page.getByRole('link', { name: 'Next: Connect a retailer' }).click()
  await page.getByRole('textbox', { name: 'Tracking ID', exact: true }).fill('mia-20')
  await page.getByRole('textbox', { name: 'Associate ID' }).fill('mia-20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Next: Open your store' }).click()
  await page.getByRole('textbox', { name: 'Store name' }).fill('Mia Finds')
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.getByRole('link', { name: 'Next: Add a product' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brass lamp')
  await page.getByRole('button', { name: 'Create product' }).click()
  await waitForText(page, 'Product created')
  expect(await next.count()).toBe(0)
}

it('signs up, shortens a URL, shows its click, takes the next steps, archives the link, and shows the link limit', async () => {
  await using shop = await aShop()
  // With reduced motion, elements do not fade in, so their contrast is checked at full opacity.
  const { page, context } = await chromium.newVisitor({ reducedMotion: 'reduce' })

  await signUp(page, instance.appUrl, 'mia@people.test')
  await page.getByRole('region', { name: 'Your first link' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(1)
  expect(await findAccessibilityProblems(page), 'empty dashboard').toEqual([])

  await addLink(page, 'not a url')
  await waitForText(page, 'Please enter a valid URL')

  await page.getByRole('textbox').fill(shop.lampUrl)
  await page.keyboard.press('Enter')
  await waitForText(page, 'Link created successfully')
  await page.getByRole('button', { name: 'Copy', exact: true }).and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  const shortUrl = await page
    .getByText(new RegExp(`^${new URL(instance.linksUrl).host}/[1-9A-Za-z]{7}$`))
    .first()
    .textContent()
  await waitForText(page, 'A very fine lamp')
  expect(await findAccessibilityProblems(page), 'links').toEqual([])

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const visitor = await context.newPage()
  await waitForText(page, /^Open it to see your first click/)
  await visitor.goto(`http://${shortUrl}`)
  expect(visitor.url()).toBe(shop.lampUrl)

  const clickedAt = performance.now()
  await page.bringToFront()
  await waitForText(page, /^1 all time/)
  const total = page.getByRole('heading', { name: 'Total clicks' }).locator('xpath=../following-sibling::div[1]')
  // One response contains both numbers. If its queries run while the click is being stored, the numbers can differ.
  // Another response follows immediately, so the test polls the second number.
  await expect.poll(() => total.textContent()).toBe('1')
  console.log(`The click was on the dashboard ${Math.round(performance.now() - clickedAt)} ms after the visitor had arrived`)
  expect(await findAccessibilityProblems(page), 'dashboard').toEqual([])
  await takeNextSteps(page)

  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await page
    .getByRole('button', { name: /^(More|Actions|Menu)/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await waitForText(page, 'No links yet')

  for (let nth = 2; nth <= 10; nth += 1) {
    await addLink(page, `shop.example/thing-${nth}`)
    await page.getByText(`shop.example/thing-${nth}`).first().waitFor()
  }
  await addLink(page, 'shop.example/one-too-many')
  await waitForText(page, 'Limit reached - You have reached the maximum of 10 links for this project.')
})

/** Returns a locator that matches the element only while it has the focus. */
function toFocused(element: Locator): Locator {
  return element.and(element.page().locator(':focus'))
}

/** Presses Tab until the element has the focus. Throws after 20 presses. */
async function tabTo(element: Locator): Promise<void> {
  for (let pressed = 0; pressed < 20; pressed += 1) {
    await element.page().keyboard.press('Tab')
    if (await toFocused(element).isVisible()) return
  }
  throw new Error(`${element} can't be reached by Tab`)
}

it('makes, finds, opens and archives links by keyboard alone', async () => {
  const { page } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  const { keyboard } = page
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  await signUp(page, instance.appUrl, 'olive@people.test')

  const newUrl = page.getByRole('textbox', { name: 'URL to shorten' })
  const panel = page.getByRole('region', { name: 'New link' })
  await press('g', 'l')
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
  await press('c')
  await toFocused(newUrl).waitFor()
  await keyboard.type('shop.example/lamp')
  await press('Enter')
  await panel.waitFor()
  await tabTo(panel.getByRole('textbox', { name: 'Title' }))
  await keyboard.type('Brass lamp')
  await tabTo(panel.getByRole('combobox', { name: 'Labels' }))
  await keyboard.type('kitchen')
  await press('Enter')
  expect(await findAccessibilityProblems(page), 'panel of a new link').toEqual([])
  await tabTo(panel.getByRole('button', { name: 'Save' }))
  await press('Enter')
  await panel.waitFor({ state: 'detached' })
  await toFocused(newUrl).waitFor()

  await keyboard.type('shop.example/pan')
  await press('Enter')
  await panel.waitFor()
  await press('Escape')
  await panel.waitFor({ state: 'detached' })
  await toFocused(newUrl).waitFor()

  await press('Tab', 'g', 'l')
  const list = page.getByRole('list', { name: 'Links', exact: true })
  const [pan, lamp] = ['shop.example/pan', 'Brass lamp'].map((name) => list.getByRole('link', { name, exact: true })) as [Locator, Locator]
  const search = page.getByRole('textbox', { name: 'Search links' })
  await pan.waitFor()
  await press('/')
  await toFocused(search).waitFor()
  await keyboard.type('lamp')
  await pan.waitFor({ state: 'detached' })
  await press('Escape')
  await pan.waitFor()
  expect(await search.inputValue()).toBe('')

  // The list's keyboard shortcuts load after the list, so the test waits for an attribute that they set.
  await list.locator('a[tabindex="-1"]').first().waitFor()
  await press('Tab', 'j')
  await toFocused(pan).waitFor()
  await press('j')
  await toFocused(lamp).waitFor()
  await press('k', 'j', 'Enter')
  await page.getByRole('heading', { name: 'Brass lamp', level: 1 }).waitFor()
  await waitForText(page, 'kitchen')
  await press('g', 'l')
  await pan.waitFor()
  expect(await findAccessibilityProblems(page), 'links').toEqual([])

  await press('j', 'x')
  await waitForText(page, '1 selected')
  await press('e')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('button', { name: 'Archive' }))
  await press('Enter')
  await pan.waitFor({ state: 'detached' })
  await toFocused(lamp).waitFor()

  await press('Control+k')
  await toFocused(page.getByRole('textbox', { name: 'Find a link, a screen or an action' })).waitFor()
  await keyboard.type('lamp')
  await dialog.getByRole('button', { name: 'Brass lamp' }).first().waitFor()
  await press('Enter')
  await page.getByRole('heading', { name: 'Brass lamp', level: 1 }).waitFor()

  await press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await findAccessibilityProblems(page), 'keyboard shortcuts').toEqual([])
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

it('signs out everywhere, shows the sign-in page instead of screens, and signs in again', async () => {
  const { page } = await chromium.newVisitor()
  await signUp(page, instance.appUrl, 'noah@people.test')

  await page.goto(`${instance.appUrl}/no-such-screen`)
  await waitForText(page, 'Oops! Page not found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  await page.goto(`${instance.appUrl}/new?url=https%3A%2F%2Fshop.example%2Flamp`)
  await page.getByRole('region', { name: 'Page to shorten' }).waitFor()
  await page.getByRole('button', { name: /Mia Reed/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  // Signing out clears everything that was shared with this tab, so that the next user of the tab can't see it.
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})

  await page.goto(`${instance.appUrl}/links`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByLabel('Email address').fill('noah@people.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // After the sign-in, the user sees the page that was requested before it.
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
})
