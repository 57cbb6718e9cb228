import { recentSignInMs } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import {
  type BothProviders,
  type OtherProvider,
  openWithOtherProvider,
  readRefresh,
  signInAtOther,
} from '../../../test/open-other-provider.ts'
import { createTokenContext, fetchTokens, findLinkInEmail } from '../../../test/open-test-identity.ts'
import { setUpSecondFactor } from '../../../test/second-factor.ts'
import type { TestBrowser, TestPage } from '../../../test/test-browser.ts'
import { requireRecentSignIn } from '../../access/index.ts'
import { requestAccountDeletion } from '../deletion/request-account-deletion.ts'
import { getProfile } from '../profile/profile.ts'

const confirmPath = '/auth/account/confirm'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Signs in with the provider, 16 minutes ago. */
async function signInLongAgo(both: BothProviders) {
  const browser = both.site.browser()
  await signInAtOther(browser, both.other)
  const tokens = await fetchTokens(browser)
  both.site.clock.forward(recentSignInMs + 60_000)
  const ctx = await createTokenContext(both.site, tokens)
  return {
    browser,
    isRecent: () =>
      requireRecentSignIn({ ...ctx, now: both.site.clock.now() }).then(
        () => true,
        () => false,
      ),
  }
}

/** Presses the provider's button of the confirmation page. */
function begin({ site }: BothProviders, browser: TestBrowser, fields: Record<string, string> = {}): Promise<TestPage> {
  const body = new URLSearchParams({ next: '/settings/api?tab=keys', provider: '1', ...fields })
  return browser.open(`${confirmPath}/provider`, { method: 'POST', headers: { ...form, origin: site.app }, body })
}

it('confirms a user without a password by another sign-in at the provider, for this session only', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const elsewhere = await signInLongAgo(both)
  const here = await signInLongAgo(both)
  expect(await here.isRecent()).toBe(false)
  const page = await here.browser.open(`${confirmPath}?next=/settings/api`)
  expect(page.html).toContain('Continue with Acme')
  expect(page.html).not.toContain('name="password"')

  const asked = readRefresh(await begin(both, here.browser))
  expect(Object.fromEntries(new URL(asked).searchParams)).toMatchObject({ max_age: '0', prompt: 'login' })
  const response = await here.browser.fetch((await other.authorize(asked)).href)

  expect([response.status, response.headers.get('location')]).toEqual([303, '/settings/api?tab=keys#confirmed'])
  expect([await here.isRecent(), await elsewhere.isRecent()]).toEqual([true, false])
  // The new session at the provider ends this session too.
  expect(await queryAsOwner(site.deps, 'select count(distinct sid)::int as sids from provider_sign_ins')).toEqual([{ sids: 2 }])
  const [{ sid } = { sid: '' }] = await queryAsOwner<{ sid: string }>(
    site.deps,
    'select sid from provider_sign_ins order by created_at desc limit 1',
  )
  await other.logOut('acme-1', sid)
  expect((await here.browser.open('/auth/account')).url.pathname).toBe('/auth/signin')
})

/** Returns a change of the provider that changes claims of its id tokens. */
const changeClaims = (changed: () => object) => (other: OtherProvider) => {
  other.changeIdToken = (claims) => ({ ...claims, ...changed() })
}

const changeUser = (other: OtherProvider) => {
  other.user = { sub: 'acme-2' }
}

it.each([
  [
    'signed in at the provider earlier',
    changeClaims(() => ({ auth_time: Date.now() / 1_000 - 120 })),
    400,
    'did not ask you to sign in again',
  ],
  ['has a response for another sign-in', changeClaims(() => ({ nonce: 'another' })), 400, 'did not confirm the sign-in'],
  ['is another user of the provider', changeUser, 403, 'is not connected with this one'],
])('does not confirm a user who %s', async (_who, change, status, sentence) => {
  await using both = await openWithOtherProvider()
  const { other } = both
  const { browser, isRecent } = await signInLongAgo(both)
  change(other)

  const page = await browser.open((await other.authorize(readRefresh(await begin(both, browser)))).href)

  expect([page.status, page.html]).toEqual([status, expect.stringContaining(sentence)])
  expect(page.html).toContain('value="/settings/api?tab=keys"')
  expect(await isRecent()).toBe(false)
})

it('does not confirm another session, and a response only once', async () => {
  await using both = await openWithOtherProvider()
  const { other } = both
  const [first, second] = [await signInLongAgo(both), await signInLongAgo(both)]
  const response = (await other.authorize(readRefresh(await begin(both, first.browser)))).href
  const provider = first.browser.cookies.get('linkshelf-provider')
  expect((await second.browser.open(response)).status).toBe(400)
  if (provider !== undefined) second.browser.cookies.set('linkshelf-provider', provider)
  expect((await second.browser.open(response)).status).toBe(403)
  expect((await first.browser.open(response)).status).toBe(400)
  expect([await first.isRecent(), await second.isRecent()]).toEqual([false, false])
})

it('accepts a provider that does not say when the user signed in', async () => {
  await using both = await openWithOtherProvider()
  const { browser, isRecent } = await signInLongAgo(both)
  both.other.changeIdToken = ({ auth_time: _time, ...claims }) => claims
  await browser.fetch((await both.other.authorize(readRefresh(await begin(both, browser)))).href)
  expect(await isRecent()).toBe(true)
})

it('asks a user with two-step sign-in for a code before the provider', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const first = site.browser()
  await signInAtOther(first, other)
  const factor = await setUpSecondFactor(site, { browser: first })
  await fetchTokens(first)
  site.clock.forward(recentSignInMs + 60_000)
  for (const code of ['', '000000']) {
    const page = await begin(both, first, { code })
    expect([page.status, readRefresh(page)]).toEqual([422, ''])
  }
  expect(readRefresh(await begin(both, first, { code: await factor.nextCode() }))).toContain(other.issuer)
})

it('continues only at pages of the account and screens of the dashboard', async () => {
  await using both = await openWithOtherProvider()
  const { browser } = await signInLongAgo(both)
  const shown = async (next: string) =>
    /name="next" value="([^"]*)"/.exec((await browser.open(`${confirmPath}?${new URLSearchParams({ next })}`)).html)?.[1]
  expect(await shown('/settings/profile?a=b#c')).toBe('/settings/profile?a=b')
  const others = [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/.//evil.test',
    '/\t/evil.test',
    '/auth/sign-out',
    `/${'a'.repeat(1_500)}`,
  ]
  for (const next of others) expect(await shown(next), next).toBe('/auth/account')
})

it('offers only providers of the account, and rejects forms of other sites', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const owner = await site.signUp()
  site.clock.forward(recentSignInMs + 60_000)
  expect((await owner.browser.open(confirmPath)).html).not.toContain('Continue with Acme')
  expect((await begin(both, owner.browser)).url.pathname).toBe(confirmPath)
  await signInAtOther(site.browser(), other)
  const body = new URLSearchParams({ provider: '1' })
  const foreign = await owner.browser.fetch(`${confirmPath}/provider`, {
    method: 'POST',
    headers: { ...form, origin: 'https://evil.test' },
    body,
  })
  expect(foreign.status).toBe(403)
})

it('lets a user without a password delete the account and change its address', async () => {
  await using both = await openWithOtherProvider()
  const { site, other } = both
  const { browser } = await signInLongAgo(both)
  const tokens = await fetchTokens(browser)
  const late = { ...(await createTokenContext(site, tokens)), now: site.clock.now() }
  const deps = site.identity
  expect((await getProfile(late)).has_password).toBe(false)
  await expect(requestAccountDeletion(deps, late, {})).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  await expect(requestAccountDeletion(deps, late, { current_password: '' })).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  const account = await browser.open('/auth/account')
  expect(account.html).toContain('/auth/account/confirm?next=%2Fauth%2Faccount')
  expect(account.html).not.toContain('New email address')

  await browser.open((await other.authorize(readRefresh(await begin(both, browser, { next: '/auth/account' })))).href)

  const body = new URLSearchParams({ email: 'mia.baker@acme.test' })
  await browser.open('/auth/account/email', { method: 'POST', headers: { ...form, origin: site.app }, body })
  const link = findLinkInEmail((await site.emailsTo('mia.baker@acme.test')).at(-1))
  expect((await browser.submit(await browser.open(link), {})).html).toContain('Your email address was changed')
  const now = { ...(await createTokenContext(site, await fetchTokens(browser))), now: site.clock.now() }
  expect((await requestAccountDeletion(deps, now, {})).deletes_at).not.toBeNull()
})

it('does not delete the account of a user with a password without the password', async () => {
  await using both = await openWithOtherProvider()
  const owner = await both.site.signUp()
  const ctx = await createTokenContext(both.site, owner.tokens)
  expect((await getProfile(ctx)).has_password).toBe(true)
  await expect(requestAccountDeletion(both.site.identity, ctx, {})).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
})
