import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestIdentity, type TestIdentity } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { createSoftwarePasskey, type Report, type RequestOptions, type SoftwarePasskey } from '../../../test/software-authenticator.ts'
import { addTestPasskey, answerSignIn, readPasskeyOptions, sendForm, signInWithTestPasskey } from '../../../test/test-passkeys.ts'
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts'
import { accessRevocations } from '../../access-revocations.ts'
import { deleteExpiredIdentityState } from '../identity-jobs.ts'
import { disableUser, enableUser } from '../operated-accounts.ts'
import { passkeySignInLimit } from '../throttle/rate-limits.ts'

const { log, lines } = recordLog()
let site: TestIdentity
beforeAll(async () => {
  site = await openTestIdentity({ host: 'localhost', log })
})
afterAll(() => site[Symbol.asyncDispose]())

/** Moves the clock forward until the test ends, because sign-ins have the time of the machine. */
function moveClock(ms: number): void {
  site.clock.forward(ms)
  onTestFinished(() => site.clock.forward(-ms))
}

const rejected = 'This passkey could not be used.'

async function aPasskey(report: Report = {}) {
  const user = await site.signUp()
  return { user, ...(await addTestPasskey(site, user.browser, report)) }
}

const lastRejection = () => lines.findLast(({ event }) => event === 'passkey.rejected')?.reason
const send = (browser: ReturnType<TestIdentity['browser']>, answer: string) => sendForm(browser, site, '/auth/signin/passkey', { answer })

async function canSignIn(passkey: SoftwarePasskey, report: Report = {}): Promise<boolean> {
  return (await signInWithTestPasskey(site, passkey, report)).url.pathname === '/'
}

it.each<[string, Report, string]>([
  ['of another origin', { origin: 'https://evil.test' }, 'invalid'],
  ['of another port of this host', { origin: 'http://localhost:1' }, 'invalid'],
  ['of another relying party', { rpId: 'evil.test' }, 'invalid'],
  ['without a verified user', { isUserVerified: false }, 'invalid'],
  ['for another user', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'invalid'],
  ['to a challenge that is not ours', { challenge: Buffer.alloc(54).toString('base64url') }, 'old challenge'],
])('rejects an answer %s', async (_, report, reason) => {
  const { passkey } = await aPasskey()
  const page = await signInWithTestPasskey(site, passkey, report)
  expect([page.status, page.html.includes(rejected), lastRejection()]).toEqual([422, true, reason])
  expect(await canSignIn(passkey)).toBe(true)
})

it('rejects an answer that another key signed, and an answer that is no answer', async () => {
  const { passkey } = await aPasskey()
  const browser = site.browser()
  const options = readPasskeyOptions<RequestOptions>(await browser.open('/auth/signin'))
  const forged = createSoftwarePasskey(site.app, { challenge: '', rp: {}, user: { id: '' } }).passkey
  const { response } = JSON.parse(forged.answer(options)) as { response: { signature: string } }
  const answer = JSON.parse(passkey.answer(options)) as { response: object }
  expect((await send(browser, JSON.stringify({ ...answer, response: { ...answer.response, signature: response.signature } }))).status).toBe(
    422,
  )
  for (const text of ['', '{}', 'null', JSON.stringify({ ...answer, response: {} })]) expect((await send(browser, text)).status).toBe(422)
  expect((await send(browser, JSON.stringify(answer))).url.pathname).toBe('/')
})

it('rejects a challenge that another browser got, and one that is an hour old', async () => {
  const { passkey } = await aPasskey()
  const [browser, other] = [site.browser(), site.browser()]
  const answer = await answerSignIn(browser, passkey)
  await other.open('/auth/signin')
  expect([(await send(other, answer)).status, lastRejection()]).toEqual([422, 'old challenge'])
  moveClock(61 * 60_000)
  expect([(await send(browser, answer)).status, lastRejection()]).toEqual([422, 'old challenge'])
})

it('accepts an answer once, also if it arrives several times at once, from authenticators with and without a counter', async () => {
  for (const counter of [0, 7]) {
    const { user, passkey } = await aPasskey()
    const browser = site.browser()
    const answer = await answerSignIn(browser, passkey, { counter })
    const countSessions = async () =>
      (
        await queryAsOwner(
          site.deps,
          "select 1 from identity_state join users on users.id = user_id where kind = 'Session' and email = $1",
          [user.email],
        )
      ).length
    const before = await countSessions()
    const cookies = [...browser.cookies]
    const copies = Array.from({ length: 5 }, () => {
      const copy = site.browser()
      for (const [name, cookie] of cookies) copy.cookies.set(name, cookie)
      return copy
    })
    const pages = await Promise.all(copies.map((copy) => send(copy, answer)))
    expect(pages.map(({ url }) => url.pathname).toSorted()).toEqual(['/', ...Array<string>(4).fill('/auth/signin/passkey')])
    expect(await countSessions()).toBe(before + 1)
    expect([(await send(browser, answer)).status, lastRejection()]).toEqual([422, 'used challenge'])
  }
})

it('forgets a used challenge only after it expired', async () => {
  const { passkey } = await aPasskey()
  const countUsed = async () => (await queryAsOwner(site.deps, 'select 1 from used_passkey_challenges')).length
  await deleteExpiredIdentityState({ ...site.deps, clock: { now: () => new Date(site.clock.now().getTime() + 120 * 60_000) } })
  expect(await canSignIn(passkey)).toBe(true)
  await deleteExpiredIdentityState(site.deps)
  expect(await countUsed()).toBe(1)
  moveClock(61 * 60_000)
  await deleteExpiredIdentityState(site.deps)
  expect(await countUsed()).toBe(0)
})

it('rejects a counter that does not grow, and logs it', async () => {
  const { passkey } = await aPasskey({ counter: 1 })
  expect(await canSignIn(passkey, { counter: 5 })).toBe(true)
  for (const counter of [5, 4, 0]) expect([await canSignIn(passkey, { counter }), lastRejection()]).toEqual([false, 'counter'])
  expect(await canSignIn(passkey, { counter: 6 })).toBe(true)
})

it('rejects a passkey that is removed while it signs in', async () => {
  const { user, passkey } = await aPasskey()
  const browser = site.browser()
  const answer = await answerSignIn(browser, passkey)
  const { signingIn } = await site.deps.db.transaction().execute(async (tx) => {
    const { id } = await tx.selectFrom('users').select('id').where('email', '=', user.email).forNoKeyUpdate().executeTakeFirstOrThrow()
    const started = send(browser, answer)
    await waitForBlockedTransaction(site.deps)
    await tx.deleteFrom('user_passkeys').where('user_id', '=', id).execute()
    return { signingIn: started }
  })
  expect([(await signingIn).status, (await browser.open('/auth/account')).url.pathname]).toEqual([422, '/auth/signin'])
})

it('rejects the passkey of a disabled account, until the account is enabled', async () => {
  const { user, passkey } = await aPasskey()
  await disableUser(site.deps, accessRevocations, user.email)
  const page = await signInWithTestPasskey(site, passkey)
  expect([page.status, page.html.includes('This account is disabled.')]).toEqual([403, true])
  await enableUser(site.deps, user.email)
  expect(await canSignIn(passkey)).toBe(true)
})

it('continues on the account page if the user came from there', async () => {
  const { user, passkey } = await aPasskey()
  const browser = site.browser()
  const answer = await answerSignIn(browser, passkey, {}, '/auth/signin?to=account')
  const page = await sendForm(browser, site, '/auth/signin/passkey', { answer, to: 'account' })
  expect([page.url.pathname, page.html.includes(user.email)]).toEqual(['/auth/account', true])
})

it('limits the answers of one network that sign nobody in', async () => {
  await using limited = await openTestIdentity({ host: 'localhost' })
  const user = await limited.signUp()
  const { passkey } = await addTestPasskey(limited, user.browser)
  for (let signIns = 0; signIns < 2; signIns += 1) expect((await signInWithTestPasskey(limited, passkey)).url.pathname).toBe('/')
  const browser = limited.browser()
  const attempt = () => sendForm(browser, limited, '/auth/signin/passkey', { answer: '' })
  for (let attempts = 0; attempts < passkeySignInLimit.max; attempts += 1) expect((await attempt()).status).toBe(422)
  expect((await attempt()).status).toBe(429)
  expect((await signInWithTestPasskey(limited, passkey)).status).toBe(429)
})
