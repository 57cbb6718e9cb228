import { recentSignInMs } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openOtherProvider, openWithOtherProvider, signInAtOther } from '../../../test/open-other-provider.ts'
import { fetchTokens } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { redeemRefreshToken, type TestBrowser, type TestPage } from '../../../test/test-browser.ts'
import { addTestPasskey } from '../../../test/test-passkeys.ts'

const mia = { email: 'mia@acme.test' }

/** Opens the page that disconnects the first provider. If the sign-in is not recent, the confirmation page follows. */
async function openDisconnect(browser: TestBrowser): Promise<TestPage> {
  const link = /href="(\/auth\/account\/providers\/disconnect\?id=[\da-f]{32})"/.exec((await browser.open('/auth/account')).html)?.[1]
  return browser.open(link ?? 'missing')
}

it('disconnects a provider, ends its other sessions, and asks for the password at the next sign-in', async () => {
  const { log, events } = recordLog()
  await using both = await openWithOtherProvider({ log })
  const { site, other } = both
  const owner = await site.signUp(mia)
  const here = site.browser()
  await here.submit(await signInAtOther(here, other), { password: owner.password })
  const elsewhere = site.browser()
  await signInAtOther(elsewhere, other)
  const [ours, theirs] = [await fetchTokens(here), await fetchTokens(elsewhere)]

  const page = await here.submit(await openDisconnect(here), {})

  expect([page.url.pathname, page.html]).toEqual(['/auth/account', expect.stringContaining('The identity provider was disconnected.')])
  expect(page.html).not.toContain('Continue with Acme')
  const isOpen = async ({ refresh_token }: { refresh_token: string }) => (await redeemRefreshToken(site.app, refresh_token)).status === 200
  expect([await isOpen(ours), await isOpen(theirs), await isOpen(owner.tokens)]).toEqual([true, false, true])
  expect((await site.emailsTo(mia.email)).at(-1)?.subject).toBe('A way to sign in to your Linkshelf account was removed')
  expect(events()).toContain('provider.disconnected')
  expect(await queryAsOwner(site.deps, "select before, after from audit_log where action = 'user.disconnect_provider'")).toEqual([
    { before: { issuer: other.issuer, email: mia.email }, after: { sessions: 1 } },
  ])
  expect((await signInAtOther(site.browser(), other)).html).toContain('Enter its password once')
})

it('needs a recent sign-in, and does not disconnect accounts of other users', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const owner = await site.signUp(mia)
  const page = await owner.browser.submit(await signInAtOther(owner.browser, other), {})
  const form = await openDisconnect(owner.browser)
  const stranger = await site.signUp()
  expect((await stranger.browser.submit({ ...page, html: form.html }, {})).url.pathname).toBe('/auth/account')
  site.clock.forward(recentSignInMs + 60_000)

  expect((await openDisconnect(owner.browser)).url.pathname).toBe('/auth/account/confirm')
  const confirming = await owner.browser.submit(form, {})
  expect(confirming.url.pathname).toBe('/auth/account/confirm')
  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toHaveLength(1)

  // The confirmation leads back to the page that disconnects.
  await fetchTokens(owner.browser)
  expect((await owner.browser.submit(confirming, { password: owner.password })).html).toContain('Disconnect this identity provider?')
})

it('refuses if the provider is the only way to sign in, and accepts with a passkey', async () => {
  await using both = await openWithOtherProvider({ host: 'localhost' })
  const { site, other } = both
  const browser = site.browser()
  await signInAtOther(browser, other)
  await fetchTokens(browser)
  const refused = await browser.submit(await openDisconnect(browser), {})
  expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('This is your only way to sign in')])
  expect(refused.html).toContain('href="/auth/account/passkeys/new"')
  const password = await browser.open('/auth/forgot')
  expect(password.html).toContain('Set a password</h1>')
  expect(password.html).toContain(`value="${mia.email}"`)
  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toHaveLength(1)

  await addTestPasskey(site, browser)
  expect((await browser.submit(await openDisconnect(browser), {})).url.pathname).toBe('/auth/account')
  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toEqual([])
})

it('with OIDC_ONLY keeps the last provider, also if two are disconnected at once', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  await using second = await openOtherProvider(site.app, { key: '2', button: 'Continue with Globex' })
  await site.restart({ providers: [other.settings, second.settings] })
  const { browser } = await site.signUp(mia)
  await browser.submit(await signInAtOther(browser, other), {})
  await site.restart({ providers: [other.settings, second.settings], isProviderOnly: true })
  const refused = await browser.submit(await openDisconnect(browser), {})
  expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('with an identity provider only')])

  await browser.submit(await signInAtOther(browser, second, '/auth/provider/2'), {})
  const ids = [...(await browser.open('/auth/account')).html.matchAll(/providers\/disconnect\?id=([\da-f]+)"/g)]
  const forms = await Promise.all(ids.map(([, id]) => browser.open(`/auth/account/providers/disconnect?id=${id}`)))
  const answers = await Promise.all(forms.map((form) => browser.submit(form, {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await queryAsOwner(site.deps, 'select 1 from user_provider_accounts')).toHaveLength(1)
})
