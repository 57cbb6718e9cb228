import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Session, type SessionId, sessionId, sessionIdleMs, sessionLifetimeMs } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aSession, aUser, catchErrorCode, listErrorCodes, toApiKeyContext } from '../../../test/builders/builders.ts'
import { writeGeoipFile } from '../../../test/builders/write-geoip-file.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import {
  createTokenContext,
  fetchTokens,
  findLinkInEmail,
  getCode,
  openTestIdentity,
  signInElsewhere,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { openSignIn, readTokens, redeemRefreshToken, signOut, type Tokens } from '../../../test/test-browser.ts'
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts'
import { deleteExpiredIdentityState } from '../identity-jobs.ts'
import { lockSessionsForUpdate } from '../tables/session-table.ts'
import { endUserSessions } from './end-sessions.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

function other(sessions: Session[]): SessionId {
  return sessionId.parse(sessions.find(({ current }) => !current)?.session_id)
}

const canRefresh = async (site: TestIdentity, { refresh_token }: Tokens) => (await redeemRefreshToken(site.app, refresh_token)).ok

it('lists where the user is signed in, and updates the list whenever tokens are renewed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  await site.signUp()
  site.clock.forward(60_000)
  const refreshed = readTokens(await redeemRefreshToken(site.app, mia.tokens.refresh_token))

  const sessions = await listSessions(await createTokenContext(site, refreshed))

  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  const [first, second] = sessions.map(({ last_used_at }) => Date.parse(last_used_at))
  expect((first ?? 0) - (second ?? 0)).toBeGreaterThan(50_000)
  expect((await listSessions(await createTokenContext(site, elsewhere.tokens))).map(({ current }) => current)).toEqual([false, true])
})

it('describes device and country of a session by the last request for tokens', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sessions-'))
  const geoipDb = join(folder.path, 'geoip.mmdb')
  await writeGeoipFile(geoipDb, [{ network: '203.0.113.0/24', country: 'PT', city: 'Porto' }])
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'], geoipDb })
  const mia = await site.signUp()
  const [atSignUp] = await listSessions(await createTokenContext(site, mia.tokens))

  const headers = { 'user-agent': safari, 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }
  const refreshed = readTokens(await redeemRefreshToken(site.app, mia.tokens.refresh_token, headers))

  expect(atSignUp).toMatchObject({ country: null })
  expect(await listSessions(await createTokenContext(site, refreshed))).toMatchObject([
    { session_id: atSignUp?.session_id, device: 'phone', browser: 'Safari', os: 'iOS', country: 'PT' },
  ])
  await redeemRefreshToken(site.app, refreshed.refresh_token, { 'user-agent': firefox })
  expect(await listSessions(await createTokenContext(site, refreshed))).toMatchObject([
    { device: 'desktop', browser: 'Firefox', os: 'Linux', country: null, methods: ['password'] },
  ])
})

it('signs one session out: its tokens are not renewed, its browser has to sign in, and the other sessions continue', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  const ctx = await createTokenContext(site, mia.tokens)

  await revokeSession(ctx, other(await listSessions(ctx)))

  expect(await listSessions(ctx)).toMatchObject([{ current: true }])
  expect(await canRefresh(site, elsewhere.tokens)).toBe(false)
  expect((await openSignIn(elsewhere.browser)).url.pathname).toBe('/auth/signin')
  expect(await canRefresh(site, mia.tokens)).toBe(true)
  expect(getCode(await openSignIn(mia.browser))).not.toBe('')
})

it('signs out every other session', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = [await signInElsewhere(site, mia), await signInElsewhere(site, mia)]
  const noah = await site.signUp()
  // This session is signed in but has no tokens yet.
  const fresh = site.browser()
  await fresh.submit(await fresh.open('/auth/signin'), { email: mia.email, password: mia.password })
  site.clock.forward(1_000)
  const ctx = await createTokenContext(site, mia.tokens)

  await revokeOtherSessions(ctx)

  expect(await listSessions(ctx)).toMatchObject([{ current: true }])
  expect(await Promise.all(elsewhere.map(({ tokens }) => canRefresh(site, tokens)))).toEqual([false, false])
  expect((await openSignIn(fresh)).url.pathname).toBe('/auth/signin')
  expect(await canRefresh(site, mia.tokens)).toBe(true)
  expect(getCode(await openSignIn(mia.browser))).not.toBe('')
  expect(await canRefresh(site, noah.tokens)).toBe(true)
})

it('voids a signed-out session that a concurrent request stores again', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  const stored = await site.deps.db
    .selectFrom('identity_state')
    .selectAll()
    .where('kind', 'in', ['Session', 'Grant', 'RefreshToken'])
    .execute()
  site.clock.forward(1_000)
  const ctx = await createTokenContext(site, mia.tokens)

  await revokeSession(ctx, other(await listSessions(ctx)))
  await site.deps.db
    .insertInto('identity_state')
    .values(stored)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  expect(await canRefresh(site, elsewhere.tokens)).toBe(false)
  expect((await openSignIn(elsewhere.browser)).url.pathname).toBe('/auth/signin')
  expect(await listSessions(ctx)).toHaveLength(1)
})

it('lists a signed-out browser again after the next sign-in', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  const ctx = await createTokenContext(site, mia.tokens)
  await revokeSession(ctx, other(await listSessions(ctx)))

  const page = await openSignIn(elsewhere.browser)
  expect(getCode(await elsewhere.browser.submit(page, { email: mia.email, password: mia.password }))).not.toBe('')
  const tokens = await fetchTokens(elsewhere.browser)

  expect(await canRefresh(site, tokens)).toBe(true)
  expect(await listSessions(ctx)).toHaveLength(2)
})

it('rejects ending sessions from a signed-out session whose access token is still valid', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await createTokenContext(site, (await signInElsewhere(site, mia)).tokens)
  const ctx = await createTokenContext(site, mia.tokens)
  await revokeSession(ctx, other(await listSessions(ctx)))

  expect(await catchErrorCode(revokeOtherSessions(elsewhere))).toBe('SIGN_IN_REQUIRED')
  expect(await canRefresh(site, mia.tokens)).toBe(true)
})

it('signs every session out when the password is reset, and none of their access tokens can end a session', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const stolen = await createTokenContext(site, mia.tokens)
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const link = findLinkInEmail((await site.emailsTo(mia.email))[0])
  await browser.submit(await browser.open(link), { password: 'badgers dig at dusk' })

  const owner = await signInElsewhere(site, { ...mia, password: 'badgers dig at dusk' })

  expect(await listSessions(await createTokenContext(site, owner.tokens))).toMatchObject([{ current: true }])
  expect(await catchErrorCode(revokeOtherSessions(stolen))).toBe('SIGN_IN_REQUIRED')
  expect(await canRefresh(site, owner.tokens)).toBe(true)
})

it('removes the session of a browser that signs out', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)

  await signOut(elsewhere.browser)

  expect(await listSessions(await createTokenContext(site, mia.tokens))).toMatchObject([{ current: true }])
})

it('ends a session thirty days after its sign-in, however often it is used', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const almostIdleMs = sessionIdleMs - 60_000
  let refreshed = mia.tokens
  for (const ms of [almostIdleMs, almostIdleMs, sessionLifetimeMs - 2 * almostIdleMs - 60_000]) {
    site.clock.forward(ms)
    refreshed = readTokens(await redeemRefreshToken(site.app, refreshed.refresh_token))
  }
  expect(getCode(await openSignIn(mia.browser))).not.toBe('')

  site.clock.forward(60_000)

  expect(await canRefresh(site, refreshed)).toBe(false)
  expect((await openSignIn(mia.browser)).url.pathname).toBe('/auth/signin')
  await deleteExpiredIdentityState(site.deps)
  expect(await site.deps.db.selectFrom('user_sessions').selectAll().execute()).toEqual([])
})

it('ends a session that was not used for fourteen days, also in its browser', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  site.clock.forward(sessionIdleMs - 60_000)
  const used = readTokens(await redeemRefreshToken(site.app, mia.tokens.refresh_token))

  site.clock.forward(61_000)

  expect(await canRefresh(site, elsewhere.tokens)).toBe(false)
  expect((await openSignIn(elsewhere.browser)).url.pathname).toBe('/auth/signin')
  expect(await listSessions(await createTokenContext(site, used))).toMatchObject([{ current: true }])
  expect(await canRefresh(site, used)).toBe(true)
  expect(getCode(await openSignIn(mia.browser))).not.toBe('')
  await deleteExpiredIdentityState(site.deps)
  expect(await site.deps.db.selectFrom('user_sessions').selectAll().execute()).toHaveLength(1)
})

it("signs out neither another user's session nor the same session twice", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aUser(deps), await aUser(deps)]
  const id = await aSession(deps, mia)

  expect(await catchErrorCode(revokeSession(noah, id))).toBe('NOT_FOUND')
  const outcomes = await Promise.allSettled([revokeSession(mia, id), revokeSession(mia, id)])

  expect(listErrorCodes(outcomes)).toEqual(['NOT_FOUND'])
})

it('lets no API key list sessions or sign them out', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const key = toApiKeyContext(mia)

  expect(await catchErrorCode(listSessions(key))).toBe('SIGN_IN_REQUIRED')
  expect(await catchErrorCode(revokeOtherSessions(key))).toBe('SIGN_IN_REQUIRED')
  expect(await catchErrorCode(revokeSession(key, await aSession(deps, mia)))).toBe('SIGN_IN_REQUIRED')
})

it('locks the sessions of a user before the user, so that two concurrent sign-outs wait for each other', async () => {
  await using site = await openTestIdentity()
  const { deps } = site
  const mia = await site.signUp()
  const { userId } = (await createTokenContext(site, mia.tokens)).actor
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const form = await browser.open(findLinkInEmail((await site.emailsTo(mia.email))[0]))
  const endings = [() => endUserSessions(deps, mia.email), () => browser.submit(form, { password: 'badgers dig at dusk' })]

  for (const end of endings) {
    const { ending } = await deps.db.transaction().execute(async (tx) => {
      await lockSessionsForUpdate(tx, userId)
      const started = end()
      await waitForBlockedTransaction(deps)
      await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().noWait().execute()
      return { ending: started }
    })
    await ending
  }
  expect(await site.deps.db.selectFrom('user_sessions').select('id').where('signed_out_at', 'is', null).execute()).toEqual([])
})
