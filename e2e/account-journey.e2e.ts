import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCode } from '../apps/server/src/identity/codes/totp.ts'
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

const [formerEmail, email] = ['ida@people.test', 'ida@new.test']
const newPassword = 'badgers dig at dusk'

/** Waits for an email to the address whose text has a link that begins with the path, and returns the link. */
async function waitForLink(to: string, path: string): Promise<string> {
  const folder = join(instance.dataFolder, 'outbox')
  let link: string | undefined
  const find = async () => {
    for (const name of (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))) {
      const text = await readFile(join(folder, name), 'utf8')
      if (text.includes(`To: ${to}`)) link ??= new RegExp(`https?://[^\\s/]+${path}[\\w?=#-]+`).exec(text)?.[0]
    }
    return link
  }
  await expect.poll(find).toBeDefined()
  return link ?? expect.unreachable()
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findAccessibilityProblems(page), `${name}, ${colorScheme}`).toEqual([])
  }
}

/** Fails if the page scrolls sideways on a phone. */
async function expectFitsPhone(page: Page, name: string): Promise<void> {
  const desktop = page.viewportSize() ?? expect.unreachable()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390)
  await page.setViewportSize(desktop)
}

it('changes name and email address from the profile, and undoes the change from the former address without scripts', async () => {
  const { page } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  await signUp(page, instance.appUrl, formerEmail)
  await page.goto(`${instance.appUrl}/settings/profile`)
  await page.getByRole('link', { name: 'Change name or email' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await expectAccessible(page, 'account')
  await expectFitsPhone(page, 'account')

  await page.getByLabel('Full name').fill('Ida Holm')
  await page.getByRole('button', { name: 'Save name' }).click()
  await waitForText(page, 'Your name was changed.')
  await page.getByLabel('New email address').fill('ida')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await waitForText(page, 'Enter a valid email address.')
  await expectAccessible(page, 'invalid address')
  await page.getByLabel('New email address').fill(email)
  await page.getByRole('button', { name: 'Change email address' }).click()
  await page.getByRole('status').filter({ hasText: email }).waitFor()
  await expectAccessible(page, 'pending change')
  await expectFitsPhone(page, 'pending change')

  await page.goto(await waitForLink(email, '/auth/confirm-address'))
  await expectAccessible(page, 'confirmation')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('heading', { name: 'Your email address was changed' }).waitFor()
  await page.getByRole('link', { name: 'Continue to the dashboard' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto(`${instance.appUrl}/settings/profile`)
  await waitForText(page, 'Ida Holm')
  await waitForText(page, email)

  const { page: former } = await chromium.newVisitor({ javaScriptEnabled: false })
  await former.goto(await waitForLink(formerEmail, '/auth/undo-address'))
  await former.getByRole('button', { name: 'Undo the change' }).click()
  await waitForText(former, 'Your account uses its earlier email address again.')
  await former.getByLabel('New password').fill(newPassword)
  await former.getByRole('button', { name: 'Set new password' }).click()
  await waitForText(former, 'Your password was changed. Sign in with the new one.')

  const { page: again } = await chromium.newVisitor()
  await again.goto(instance.appUrl)
  await again.getByLabel('Email address').fill(formerEmail)
  await again.getByLabel('Password', { exact: true }).fill(newPassword)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await again.goto(`${instance.appUrl}/settings/profile`)
  await waitForText(again, formerEmail)
})

/** Adds an authenticator to the page's browser, which verifies its user without asking. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

it('adds a passkey, signs in with it by the button on a phone and by the suggestion of the browser, and removes it', async () => {
  const { page, context } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  const { cdp, authenticatorId } = await addAuthenticator(page)
  const setPresence = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await signUp(page, instance.appUrl, 'pia@people.test')

  await page.goto(`${instance.appUrl}/auth/account`)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await expectAccessible(page, 'new passkey')
  await expectFitsPhone(page, 'new passkey')
  expect(await page.getByLabel('Name').inputValue()).toBe('Chrome on Linux')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await waitForText(page, 'Your passkey was added.')
  await expectAccessible(page, 'account with a passkey')
  await expectFitsPhone(page, 'account with a passkey')

  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await waitForText(page, 'This device has a passkey for your account already.')

  // The authenticator would answer the suggestion at once, before the button can be used.
  await setPresence(false)
  await page.setViewportSize({ width: 390, height: 800 })
  await context.clearCookies()
  await page.goto(`${instance.appUrl}/auth/signin?to=account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await expectAccessible(page, 'sign-in')
  await expectFitsPhone(page, 'sign-in')
  await setPresence(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  await page.setViewportSize({ width: 1280, height: 800 })
  await context.clearCookies()
  await page.goto(`${instance.appUrl}/auth/signin?to=account`)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  await page.getByRole('link', { name: 'Remove' }).click()
  await expectAccessible(page, 'removal')
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await waitForText(page, 'Your passkey was removed.')
  await setPresence(false)
  await context.clearCookies()
  await page.goto(`${instance.appUrl}/auth/signin?to=account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await setPresence(true)
  // The text of the page can't be read, because the authenticator answers the suggestion of each new page at once.
  const answered = page.waitForResponse((response) => response.url().endsWith('/auth/signin/passkey'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect((await answered).status()).toBe(422)
})

it('locks a member out who lacks a required second factor, until the member sets one up on a phone, and asks for its code', async () => {
  const { page: owner } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  await addAuthenticator(owner)
  await signUp(owner, instance.appUrl, 'olga@people.test')
  await owner.goto(`${instance.appUrl}/auth/account/passkeys/new`)
  await owner.getByRole('button', { name: 'Create passkey' }).click()
  await waitForText(owner, 'Your passkey was added.')
  await owner.goto(`${instance.appUrl}/settings/members`)
  await owner.getByRole('button', { name: 'Invite' }).click()
  await owner.getByRole('dialog').getByLabel('Email').fill('max@people.test')
  await owner.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()

  const { page: phone, context } = await chromium.newVisitor({ reducedMotion: 'reduce', viewport: { width: 390, height: 800 } })
  const invitation = new URL(await waitForLink('max@people.test', '/invitations/'))
  await phone.goto(`${instance.appUrl}/auth/join?token=${invitation.pathname.split('/').at(-1)}`)
  await phone.getByLabel('Full name').fill('Max Berg')
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Create account and join' }).click()
  await phone.getByRole('heading', { name: 'Dashboard' }).waitFor()

  await owner.getByRole('switch', { name: 'Require from all members' }).click()
  await waitForText(owner, 'Second factor required')
  const stored = "JSON.parse(localStorage.getItem('linkshelf.organizations')).organizations[0].organization_id"
  const linksUrl = `${instance.appUrl}/links?organization=${await owner.evaluate<string>(stored)}`
  await phone.goto(linksUrl)
  await phone.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await phone.goto(await waitForLink('max@people.test', '/auth/account'))
  await phone.getByRole('link', { name: 'Set up two-step sign-in' }).click()
  await phone.getByText('Can’t scan it?').click()
  await expectAccessible(phone, 'two-step set-up')
  await expectFitsPhone(phone, 'two-step set-up')
  const key = ((await phone.locator('code.key').textContent()) ?? '').replaceAll(' ', '')
  await phone.getByRole('textbox', { name: 'Code' }).fill(await createCode(key, new Date()))
  await phone.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await phone.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await expectAccessible(phone, 'recovery codes')
  await expectFitsPhone(phone, 'recovery codes')
  await phone.getByRole('link', { name: 'I have saved them' }).click()
  await phone.getByRole('heading', { name: 'Two-step sign-in is on' }).waitFor()
  await phone.goto(linksUrl)
  await phone.getByRole('heading', { name: 'Links', exact: true }).waitFor()

  await context.clearCookies()
  await phone.goto(`${instance.appUrl}/auth/signin?to=account`)
  await phone.getByLabel('Email address').fill('max@people.test')
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await waitForText(phone, 'Remember this device for 30 days')
  await expectAccessible(phone, 'code')
  await expectFitsPhone(phone, 'code')
  // The code of the set-up was used. The next code is accepted already.
  await phone.getByRole('textbox', { name: 'Code' }).fill(await createCode(key, new Date(Date.now() + 30_000)))
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await phone.getByRole('heading', { name: 'Your account' }).waitFor()
})
