import { expect, it } from 'vitest'
import { aUser, catchErrorCode, listErrorCodes, testPassword, toApiKeyContext } from '../../../test/builders/builders.ts'
import { createCodeDeps } from '../../../test/code-deps.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import {
  createTokenContext,
  fetchTokens,
  findLinkInEmail,
  getCode,
  openTestIdentity,
  type SignedUp,
  signInElsewhere,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { openSignIn, redeemRefreshToken } from '../../../test/test-browser.ts'
import { requireRecentSignIn, type UserContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { endUserSessions } from '../sessions/end-sessions.ts'
import { revokeOtherSessions } from '../sessions/sessions.ts'
import { changePassword, reauthenticate } from './change-password.ts'

const next = 'badgers dig at dusk'

function throttled(deps: CoreDeps) {
  return { ...createCodeDeps(deps), passwordMinLength: 6 }
}

async function canSignIn(site: TestIdentity, { email }: SignedUp, password: string): Promise<boolean> {
  const browser = site.browser()
  return (await browser.submit(await browser.open('/auth/signin'), { email, password })).url.pathname === '/'
}

it('changes the password, signs out every other session, and notifies the user by email', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = site.browser()
  await elsewhere.submit(await elsewhere.open('/auth/signin'), { email: mia.email, password: mia.password })
  const tokens = await fetchTokens(elsewhere)
  await elsewhere.submit(await elsewhere.open('/auth/forgot'), { email: mia.email })
  const resetLink = findLinkInEmail((await site.emailsTo(mia.email))[0])

  await changePassword(throttled(site.deps), await createTokenContext(site, mia.tokens), {
    current_password: mia.password,
    new_password: next,
  })

  expect(await canSignIn(site, mia, mia.password)).toBe(false)
  expect(await canSignIn(site, mia, next)).toBe(true)
  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(401)
  expect((await openSignIn(elsewhere)).url.pathname).toBe('/auth/signin')
  expect((await elsewhere.open(resetLink)).status).toBe(410)
  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status).toBe(200)
  expect(getCode(await openSignIn(mia.browser))).not.toBe('')
  expect((await site.emailsTo(mia.email)).map(({ subject }) => subject)).toContain('Your Linkshelf password was changed')
})

it.each([
  ['a common password', 'Password123', 'This password is too common. Choose a different one.'],
  ['the local part of the address', 'mia.reed.1990', 'This password is too similar to your name or email address. Choose a different one.'],
  ['the name', 'MiaReed!', 'This password is too similar to your name or email address. Choose a different one.'],
  ['five characters', 'zq7!p', 'Use at least 6 characters.'],
  ['the current password', testPassword, 'Choose a password that differs from your current one.'],
])('rejects %s, and changes nothing', async (_case, password, message) => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps, { email: 'mia.reed.1990@people.test' })

  await expect(changePassword(throttled(deps), mia, { current_password: testPassword, new_password: password })).rejects.toMatchObject({
    code: 'PASSWORD_REJECTED',
    message,
  })
  await changePassword(throttled(deps), mia, { current_password: testPassword, new_password: next })
})

it("requires the operator's minimum length", async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const change = (next: string) =>
    changePassword({ ...throttled(deps), passwordMinLength: 12 }, mia, { current_password: testPassword, new_password: next })

  await expect(change('badgers dig')).rejects.toMatchObject({ code: 'PASSWORD_REJECTED', message: 'Use at least 12 characters.' })
  await change('badgers dig!')
})

it('rejects a wrong current password, and every password after ten wrong passwords within fifteen minutes', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aUser(deps), await aUser(deps)]
  const change = (user: UserContext, current: string) =>
    changePassword(throttled(deps), user, { current_password: current, new_password: next })

  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, nth) => change(mia, `wrong ${nth}`)))

  expect(listErrorCodes(outcomes)).toEqual([...Array(10).fill('PASSWORD_WRONG'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  await expect(change(mia, testPassword)).rejects.toThrow(/^Too many wrong passwords\. Try again in \d+ minutes?\.$/)
  await change(noah, testPassword)
})

it('makes one of two concurrent changes', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)

  const outcomes = await Promise.allSettled(
    [next, 'herons fish at dawn'].map((password) =>
      changePassword(throttled(deps), mia, { current_password: testPassword, new_password: password }),
    ),
  )

  expect(listErrorCodes(outcomes)).toEqual(['PASSWORD_WRONG'])
})

it('lets no API key change the password, and writes no password into the audit log', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const key = toApiKeyContext(mia)
  const body = { current_password: testPassword, new_password: next }

  expect(await catchErrorCode(changePassword(throttled(deps), key, body))).toBe('SIGN_IN_REQUIRED')
  await changePassword(throttled(deps), mia, body)

  const entries = await withScope(deps.db, { userId: mia.actor.userId }, (tx) => tx.selectFrom('audit_log').selectAll().execute())
  expect(entries).toMatchObject([{ action: 'user.change_password', entity_id: mia.actor.userId }])
  expect(JSON.stringify(entries)).not.toMatch(/otters|badgers|argon2/)
})

const quarterOfAnHour = 15 * 60_000

function confirm(site: TestIdentity, ctx: UserContext, password: string): Promise<void> {
  return reauthenticate(createCodeDeps(site.deps), ctx, { password })
}

/** Returns the context of the same user at the present time. */
const now = (site: TestIdentity, ctx: UserContext): UserContext => ({ ...ctx, now: site.clock.now() })

/** Returns `accepted` if the user's sign-in is recent enough, otherwise the error code. */
function recency(site: TestIdentity, ctx: UserContext): Promise<string> {
  return requireRecentSignIn(now(site, ctx)).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  )
}

it('lasts fifteen minutes after a sign-in and after each confirmation, only in that session', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const ctx = await createTokenContext(site, mia.tokens)
  const elsewhere = await createTokenContext(site, (await signInElsewhere(site, mia)).tokens)
  expect(await recency(site, ctx)).toBe('accepted')
  site.clock.forward(quarterOfAnHour + 1_000)
  expect(await recency(site, ctx)).toBe('REAUTHENTICATION_REQUIRED')

  expect(await catchErrorCode(confirm(site, now(site, ctx), 'not the password'))).toBe('PASSWORD_WRONG')
  expect(await recency(site, ctx)).toBe('REAUTHENTICATION_REQUIRED')
  await confirm(site, now(site, ctx), mia.password)

  expect(await recency(site, ctx)).toBe('accepted')
  expect(await recency(site, elsewhere)).toBe('REAUTHENTICATION_REQUIRED')
  site.clock.forward(quarterOfAnHour - 60_000)
  expect(await recency(site, ctx)).toBe('accepted')
  site.clock.forward(60_001)
  expect(await recency(site, ctx)).toBe('REAUTHENTICATION_REQUIRED')
})

it('ends with the session, even while its access token is still accepted', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const own = await createTokenContext(site, mia.tokens)
  const elsewhere = await createTokenContext(site, (await signInElsewhere(site, mia)).tokens)
  site.clock.forward(1_000) // a sign-in in the same second as a sign-out would stay valid

  await revokeOtherSessions(now(site, own))
  expect([await recency(site, own), await recency(site, elsewhere)]).toEqual(['accepted', 'REAUTHENTICATION_REQUIRED'])
  await endUserSessions(site.deps, mia.email)
  expect(await recency(site, own)).toBe('REAUTHENTICATION_REQUIRED')
})

it('is in the audit log and the security log, and limited after ten wrong passwords', async () => {
  const { log, lines } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp()
  const ctx = await createTokenContext(site, mia.tokens)
  await confirm(site, ctx, mia.password)

  for (let nth = 0; nth < 10; nth += 1) expect(await catchErrorCode(confirm(site, ctx, `wrong ${nth}`))).toBe('PASSWORD_WRONG')
  expect(await catchErrorCode(confirm(site, ctx, mia.password))).toBe('TOO_MANY_REQUESTS')

  const events = lines.flatMap(({ event }) => (typeof event === 'string' ? [event] : []))
  expect(events.filter((event) => event === 'reauthentication.succeeded')).toHaveLength(1)
  expect(events.filter((event) => event === 'password_change.failed')).toHaveLength(10)
  expect(JSON.stringify(lines)).not.toContain(mia.password)
})

it('is not possible in a session that was signed out', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await createTokenContext(site, (await signInElsewhere(site, mia)).tokens)
  await revokeOtherSessions(await createTokenContext(site, mia.tokens))

  expect(await catchErrorCode(confirm(site, elsewhere, mia.password))).toBe('SIGN_IN_REQUIRED')
})
