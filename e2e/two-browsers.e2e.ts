import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser } from '../harness/open-browser.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { password, signUp } from '../harness/sign-up.ts'

async function signIn(page: Page, appUrl: string, email: string): Promise<void> {
  await page.goto(appUrl)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

/** Makes the page renew its session, as happens after ten minutes. */
const expireAccessToken = `
  const session = JSON.parse(localStorage.getItem('linkshelf.session'))
  localStorage.setItem('linkshelf.session', JSON.stringify({ ...session, expiresAtMs: 0 }))`

const readTheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

it('shows a theme chosen in one browser in another browser after a reload, and signs out the other browser', async () => {
  const instance = await getSharedLinkshelf()
  await using chromium = await openBrowser()
  const { page: here } = await chromium.newVisitor({ colorScheme: 'light' })
  const { page: there } = await chromium.newVisitor({ colorScheme: 'light' })
  await signUp(here, instance.appUrl, 'tom@people.test')
  await signIn(there, instance.appUrl, 'tom@people.test')
  expect(await readTheme(there)).toBe('light')

  await here.goto(`${instance.appUrl}/settings/profile`)
  await here.getByText('Dark', { exact: true }).click()
  await here.getByText('Setting Updated').waitFor()
  await there.reload()
  await expect.poll(() => readTheme(there)).toBe('dark')

  await here.getByRole('button', { name: 'Sign out others' }).click()
  await here.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await here.getByText('You are signed in on this device only.').waitFor()
  await there.evaluate(expireAccessToken)
  await there.reload()
  await there.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})

it('stores no token where scripts can read it, and renews the session of two tabs once', async () => {
  const instance = await getSharedLinkshelf()
  await using chromium = await openBrowser()
  const { page, context } = await chromium.newVisitor({})
  const bodies: Promise<string>[] = []
  const renewals: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/auth/renew') renewals.push(pathname)
    // A stream of events does not end while the page is open.
    if (response.headers()['content-type']?.startsWith('application/json')) bodies.push(response.text().catch(() => ''))
  })
  const readTokens = async () =>
    (await context.cookies()).filter(({ name }) => /linkshelf-(access|refresh)$/.test(name)).map(({ value }) => value)

  await signUp(page, instance.appUrl, 'ola@people.test')
  const first = await readTokens()
  const other = await context.newPage()
  await other.goto(instance.appUrl)
  await page.evaluate(expireAccessToken)
  await Promise.all([page.reload(), other.reload()])
  for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const second = await readTokens()

  expect(renewals).toHaveLength(1)
  expect(new Set([...first, ...second]).size).toBe(4)
  const readable = String(await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])'))
  expect(readable).toContain('linkshelf.session')
  expect(bodies.length).toBeGreaterThan(5)
  for (const text of [readable, ...(await Promise.all(bodies))])
    for (const token of [...first, ...second]) expect(text).not.toContain(token)
})

async function createStore(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/store/settings`)
  await page.getByRole('textbox', { name: 'Store name' }).fill('Things of Mia')
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.getByRole('button', { name: 'Save Settings' }).waitFor()
}

async function openSettings(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/store/settings`)
  await page.getByRole('textbox', { name: 'Page title' }).waitFor()
}

async function save(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: field }).fill(value)
  await page.getByRole('button', { name: 'Save Settings' }).click()
}

it('refreshes an untouched form in another tab, and asks there which of two values to keep', async () => {
  const instance = await getSharedLinkshelf()
  await using chromium = await openBrowser()
  const { page: here } = await chromium.newVisitor()
  await signUp(here, instance.appUrl, 'tina@people.test')
  await createStore(here, instance.appUrl)
  const there = await here.context().newPage()
  await openSettings(there, instance.appUrl)
  const readValueThere = (field: string) => there.getByRole('textbox', { name: field }).inputValue()

  await save(here, 'Page title', 'Things I use')
  await expect.poll(() => readValueThere('Page title')).toBe('Things I use')

  await there.getByRole('textbox', { name: 'Display name' }).fill('Noah')
  await there.getByRole('textbox', { name: 'Footer text' }).fill('Thank you.')
  await save(here, 'Display name', 'Mia')
  await here.getByText('Store settings saved').first().waitFor()
  await there.getByRole('button', { name: 'Save Settings' }).click()

  const dialog = there.getByRole('dialog', { name: 'This was changed while you edited it' })
  await dialog.getByRole('radio', { name: 'Theirs Mia' }).waitFor()
  await dialog.getByRole('radio', { name: 'Yours Noah' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => here.getByRole('textbox', { name: 'Display name' }).inputValue()).toBe('Noah')
  expect(await here.getByRole('textbox', { name: 'Footer text' }).inputValue()).toBe('Thank you.')
  expect(await readValueThere('Page title')).toBe('Things I use')
})
