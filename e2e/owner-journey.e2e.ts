import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser } from './open-browser.ts'
import { runLinkshelf } from './run-linkshelf.ts'

/** Polls until the text of something is as expected; gives back how long it took, in milliseconds. */
async function untilText(page: Page, text: string | RegExp): Promise<number> {
  const from = performance.now()
  await page.getByText(text).first().waitFor()
  return performance.now() - from
}

async function signUp(page: Page, appUrl: string, email: string): Promise<void> {
  await page.goto(appUrl)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Mia Reed')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

async function addLink(page: Page, address: string): Promise<void> {
  await page.getByPlaceholder(/https:/).fill(address)
  await page.getByRole('button', { name: 'Add Link' }).click()
}

async function refuseViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect({ where, violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`) }).toEqual({ where, violations: [] })
}

it('signs up, shortens, is clicked, sees it, archives, and meets the limit', async () => {
  await using instance = await runLinkshelf()
  await using chromium = await openBrowser()
  const { page, context } = await chromium.newVisitor()

  await signUp(page, instance.appUrl, 'mia@people.test')
  await refuseViolations(page, 'empty dashboard')

  await addLink(page, 'not a url')
  await untilText(page, 'Please enter a valid URL')

  await addLink(page, 'shop.example/lamp')
  await untilText(page, 'Link created successfully')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  const shortUrl = await page.getByText(new RegExp(`^${new URL(instance.linksUrl).host}/[1-9A-Za-z]{7}$`)).first().textContent()
  await refuseViolations(page, 'links')

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const visitor = await context.newPage()
  await visitor.route('https://shop.example/**', (route) => route.fulfill({ body: 'The lamp' }))
  await visitor.goto(`http://${shortUrl}`)
  expect(visitor.url()).toBe('https://shop.example/lamp')

  await page.bringToFront()
  const total = page.getByText('Total clicks').locator('xpath=ancestor::*[.//text()[normalize-space()="1"]][1]')
  const from = performance.now()
  await total.first().waitFor()
  console.log(`The click was on the dashboard after ${Math.round(performance.now() - from)} ms`)
  await refuseViolations(page, 'dashboard')

  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await page.getByRole('button', { name: /^(More|Actions|Menu)/i }).first().click()
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

it('signs out everywhere and asks to sign in again, in the words of the screens', async () => {
  await using instance = await runLinkshelf()
  await using chromium = await openBrowser()
  const { page } = await chromium.newVisitor()
  await signUp(page, instance.appUrl, 'noah@people.test')

  await page.goto(`${instance.appUrl}/no-such-screen`)
  await untilText(page, 'Oops! Page not found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  await page.getByRole('button', { name: /Mia Reed/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()

  await page.goto(`${instance.appUrl}/links`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByLabel('E-mail address').fill('noah@people.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})
