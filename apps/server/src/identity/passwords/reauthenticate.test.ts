import { expect, it } from 'vitest'
import { errorCodeOf } from '../../../test/builders/builders.ts'
import { contextOfTokens, openTestIdentity, signInElsewhere, type TestIdentity } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { requireRecentSignIn, type UserContext } from '../../access/index.ts'
import { revokeOtherSessions } from '../sessions/end-sessions.ts'
import { endUserSessions } from '../sessions/end-user-sessions.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { reauthenticate } from './reauthenticate.ts'

const quarterOfAnHour = 15 * 60_000

function confirm(site: TestIdentity, ctx: UserContext, password: string): Promise<void> {
  return reauthenticate({ throttle: createThrottle(site.deps, 'test') }, ctx, { method: 'password', password })
}

/** The same user later. */
const now = (site: TestIdentity, ctx: UserContext): UserContext => ({ ...ctx, now: site.clock.now() })

/** `accepted`, or the code of the error, for a call that needs a recent sign-in. */
function recency(site: TestIdentity, ctx: UserContext): Promise<string> {
  return requireRecentSignIn(now(site, ctx)).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  )
}

it('lasts fifteen minutes after a sign-in, and then after each confirmation, in that session only', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const ctx = await contextOfTokens(site, mia.tokens)
  const elsewhere = await contextOfTokens(site, (await signInElsewhere(site, mia)).tokens)
  expect(await recency(site, ctx)).toBe('accepted')
  site.clock.forward(quarterOfAnHour + 1_000)
  expect(await recency(site, ctx)).toBe('REAUTHENTICATION_REQUIRED')

  expect(await errorCodeOf(confirm(site, now(site, ctx), 'not the password'))).toBe('PASSWORD_WRONG')
  expect(await recency(site, ctx)).toBe('REAUTHENTICATION_REQUIRED')
  await confirm(site, now(site, ctx), mia.password)

  expect(await recency(site, ctx)).toBe('accepted')
  expect(await recency(site, elsewhere)).toBe('REAUTHENTICATION_REQUIRED')
  site.clock.forward(quarterOfAnHour - 60_000)
  expect(await recency(site, ctx)).toBe('accepted')
  site.clock.forward(60_001)
  expect(await recency(site, ctx)).toBe('REAUTHENTICATION_REQUIRED')
})

it('ends with the session, although its access token may be accepted for a moment more', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const own = await contextOfTokens(site, mia.tokens)
  const elsewhere = await contextOfTokens(site, (await signInElsewhere(site, mia)).tokens)
  site.clock.forward(1_000) // a sign-in is known to the second

  await revokeOtherSessions(now(site, own))
  expect([await recency(site, own), await recency(site, elsewhere)]).toEqual(['accepted', 'REAUTHENTICATION_REQUIRED'])
  await endUserSessions(site.deps, mia.email)
  expect(await recency(site, own)).toBe('REAUTHENTICATION_REQUIRED')
})

it('is in the audit log and the security log, and limited after ten wrong passwords', async () => {
  const { log, lines } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp()
  const ctx = await contextOfTokens(site, mia.tokens)
  await confirm(site, ctx, mia.password)

  for (let nth = 0; nth < 10; nth += 1) expect(await errorCodeOf(confirm(site, ctx, `wrong ${nth}`))).toBe('PASSWORD_WRONG')
  expect(await errorCodeOf(confirm(site, ctx, mia.password))).toBe('TOO_MANY_REQUESTS')

  const events = lines.flatMap(({ event }) => (typeof event === 'string' ? [event] : []))
  expect(events.filter((event) => event === 'reauthentication.succeeded')).toHaveLength(1)
  expect(events.filter((event) => event === 'password_change.failed')).toHaveLength(10)
  expect(JSON.stringify(lines)).not.toContain(mia.password)
})

it('is not possible in a session that was signed out', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const elsewhere = await contextOfTokens(site, (await signInElsewhere(site, mia)).tokens)
  await revokeOtherSessions(await contextOfTokens(site, mia.tokens))

  expect(await errorCodeOf(confirm(site, elsewhere, mia.password))).toBe('SIGN_IN_REQUIRED')
})
