import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { closeServer, listen } from '../apps/server/src/platform/http/listen.ts'
import { violations } from '../apps/web/scenes/browser/accessibility.ts'
import { openBrowser } from './open-browser.ts'
import { runLinkshelf } from './run-linkshelf.ts'
import { signUp, untilText } from './sign-up.ts'

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

it('signs up, shortens a URL, shows its click, archives the link, and shows the link limit', async () => {
  await using shop = await aShop()
  await using instance = await runLinkshelf({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  await using chromium = await openBrowser()
  // What fades in is checked with its full contrast.
  const { page, context } = await chromium.newVisitor({ reducedMotion: 'reduce' })

  await signUp(page, instance.appUrl, 'mia@people.test')
  expect(await violations(page), 'empty dashboard').toEqual([])

  await addLink(page, 'not a url')
  await untilText(page, 'Please enter a valid URL')

  await addLink(page, shop.lampUrl)
  await untilText(page, 'Link created successfully')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  const shortUrl = await page
    .getByText(new RegExp(`^${new URL(instance.linksUrl).host}/[1-9A-Za-z]{7}$`))
    .first()
    .textContent()
  await untilText(page, 'A very fine lamp')
  expect(await violations(page), 'links').toEqual([])

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const visitor = await context.newPage()
  await untilText(page, '0 since the beginning')
  await visitor.goto(`http://${shortUrl}`)
  expect(visitor.url()).toBe(shop.lampUrl)

  const clickedAt = performance.now()
  await page.bringToFront()
  await untilText(page, /^1 since the beginning/)
  const total = page.getByRole('heading', { name: 'Total clicks' }).locator('xpath=../following-sibling::div[1]')
  // Both are of one answer, whose queries may run while the click is being stored; the next answer follows at once.
  await expect.poll(() => total.textContent()).toBe('1')
  console.log(`The click was on the dashboard ${Math.round(performance.now() - clickedAt)} ms after the visitor had arrived`)
  expect(await violations(page), 'dashboard').toEqual([])

  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await page
    .getByRole('button', { name: /^(More|Actions|Menu)/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await untilText(page, 'No links yet')

  for (let nth = 2; nth <= 10; nth += 1) {
    await addLink(page, `shop.example/thing-${nth}`)
    await page.getByText(`shop.example/thing-${nth}`).first().waitFor()
  }
  await addLink(page, 'shop.example/one-too-many')
  await untilText(page, 'Limit reached - You have reached the maximum of 10 links for this project.')
})

it('signs out everywhere, shows the sign-in page instead of screens, and signs in again', async () => {
  await using instance = await runLinkshelf()
  await using chromium = await openBrowser()
  const { page } = await chromium.newVisitor()
  await signUp(page, instance.appUrl, 'noah@people.test')

  await page.goto(`${instance.appUrl}/no-such-screen`)
  await untilText(page, 'Oops! Page not found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  await page.goto(`${instance.appUrl}/new?url=https%3A%2F%2Fshop.example%2Flamp`)
  await page.getByRole('region', { name: 'Page to shorten' }).waitFor()
  await page.getByRole('button', { name: /Mia Reed/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  // The next user of this tab gets nothing of what was shared with it.
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})

  await page.goto(`${instance.appUrl}/links`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByLabel('Email address').fill('noah@people.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The address that was requested before the sign-in.
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
})
