import { accountPath, secondFactorPath } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { createCodeDeps } from '../../../test/code-deps.ts'
import { openWithOtherProvider, signInAtOther } from '../../../test/open-other-provider.ts'
import {
  createTokenContext,
  fetchTokens,
  findLinkInEmail,
  getCode,
  openTestIdentity,
  type SignedUp,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { setUpSecondFactor, submitTo, type TestSecondFactor, turnOffSecondFactor } from '../../../test/second-factor.ts'
import { anAuthorization, type TestBrowser, type TestPage } from '../../../test/test-browser.ts'
import { changePassword } from '../passwords/change-password.ts'
import { endUserSessions } from '../sessions/end-sessions.ts'
import { listSessions, revokeOtherSessions } from '../sessions/sessions.ts'
import { listSignIns } from '../sessions/sign-in-history.ts'
import { createEmailToken, insertUserToken } from '../tables/email-token-table.ts'

const codePath = '/auth/code'
const pendingCookie = 'linkshelf-code'
const rememberedCookie = 'linkshelf-remembered'

interface ProtectedUser {
  mia: SignedUp
  factor: TestSecondFactor
}

async function aProtectedUser(site: TestIdentity): Promise<ProtectedUser> {
  const mia = await site.signUp()
  return { mia, factor: await setUpSecondFactor(site, mia) }
}

/** Enters the password on the sign-in page. Returns the next page. */
async function enterPassword(browser: TestBrowser, { email, password }: Pick<SignedUp, 'email' | 'password'>): Promise<TestPage> {
  return browser.submit(await browser.open('/auth/signin'), { email, password })
}

/** Whether the browser is signed in, according to the provider. */
async function isSignedIn(site: TestIdentity, browser: TestBrowser): Promise<boolean> {
  return (await browser.open(anAuthorization(site.app).url)).url.pathname === '/callback'
}

/** Signs in with password and code on a new browser, which remembers the device. */
async function rememberBrowser(site: TestIdentity, { mia, factor }: ProtectedUser): Promise<TestBrowser> {
  const browser = site.browser()
  await browser.submit(await enterPassword(browser, mia), { code: await factor.nextCode(), remember: 'yes' })
  expect(browser.cookies.has(rememberedCookie)).toBe(true)
  return browser
}

describe('a sign-in with a password', () => {
  it('asks for a code, gives no access before it, and continues where the user wanted to go', async () => {
    const { log, events } = recordLog()
    await using site = await openTestIdentity({ log })
    const { mia, factor } = await aProtectedUser(site)
    const browser = site.browser()
    const authorization = anAuthorization(site.app)
    const asked = await browser.submit(await browser.open(authorization.url), { email: mia.email, password: mia.password })
    expect([asked.url.pathname, asked.html.includes(`Enter the code that your authenticator app shows for <strong>${mia.email}`)]).toEqual([
      codePath,
      true,
    ])
    expect((await browser.open(accountPath)).url.pathname).toBe('/auth/signin')
    const silent = await browser.open(anAuthorization(site.app, { prompt: 'none' }).url)
    expect([silent.url.searchParams.get('error'), silent.url.searchParams.get('code')]).toEqual(['login_required', null])
    expect((await browser.submit(asked, { code: '000000' })).status).toBe(422)

    expect(getCode(await browser.submit(asked, { code: await factor.nextCode() }))).not.toBe('')
    expect([browser.cookies.has(pendingCookie), browser.cookies.has(rememberedCookie)]).toEqual([false, false])
    const ctx = await createTokenContext(site, await fetchTokens(browser))
    expect((await listSessions(ctx))[0]?.methods).toEqual(['password', 'totp'])
    await expect.poll(async () => (await listSignIns(ctx)).map(({ result }) => result)).toContain('wrong_code')
    expect(events().slice(-4)).toEqual(['sign_in.succeeded', 'second_factor.required', 'second_factor.failed', 'second_factor.succeeded'])
  })

  it('accepts a recovery code, and opens the page that was asked for', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    const browser = site.browser()
    const signIn = await browser.open('/auth/signin?to=account')
    await browser.submit(signIn, { email: mia.email, password: mia.password })
    const wrong = await browser.submit(await browser.open(`${codePath}?with=recovery`), { code: 'wrong-code' })
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('value="wrong-code"')])
    const page = await browser.open(`${codePath}?with=recovery`)

    expect((await browser.submit(page, { code: factor.recoveryCodes[3] ?? '' })).url.pathname).toBe(accountPath)
    const [session] = await listSessions(await createTokenContext(site, await fetchTokens(browser)))
    expect(session?.methods).toEqual(['password', 'recovery_code'])
  })

  it('asks for no code if the account has no second factor any more', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    await turnOffSecondFactor(mia.browser, { code: await factor.nextCode() })

    expect((await enterPassword(site.browser(), mia)).url.pathname).toBe('/')
  })
})

describe('the step between password and code', () => {
  it('ends after ten minutes, with a new password and when the user is signed out everywhere', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    const user = async () => ({ ...(await createTokenContext(site, mia.tokens)), now: site.clock.now() })
    const ends: (() => unknown)[] = [
      () => site.clock.forward(10 * 60_000),
      async () => revokeOtherSessions(await user()),
      async () => {
        const change = { current_password: mia.password, new_password: 'badgers dig at dusk', code: await factor.nextCode() }
        await changePassword({ ...createCodeDeps(site.deps), passwordMinLength: 6 }, await user(), change)
      },
    ]
    for (const end of ends) {
      const browser = site.browser()
      const asked = await enterPassword(browser, mia)
      await end()
      expect((await browser.submit(asked, { code: await factor.nextCode() })).status).toBe(410)
      expect(await isSignedIn(site, browser)).toBe(false)
    }
  })

  it('accepts only a cookie that was signed here, and only the code of its user', async () => {
    await using site = await openTestIdentity()
    const [first, second] = [await aProtectedUser(site), await aProtectedUser(site)]
    const browser = site.browser()
    const asked = await enterPassword(browser, first.mia)
    expect((await browser.submit(asked, { code: await second.factor.nextCode() })).status).toBe(422)

    const [text = '', signature = ''] = (browser.cookies.get(pendingCookie)?.value ?? '').split('.')
    const content = JSON.parse(Buffer.from(text, 'base64url').toString())
    const other = await createTokenContext(site, second.mia.tokens)
    const forged = Buffer.from(JSON.stringify({ ...content, userId: other.actor.userId })).toString('base64url')
    for (const value of [`${forged}.${signature}`, text, `${text}.`, 'x.y', '.']) {
      browser.cookies.set(pendingCookie, { value, path: '/' })
      expect((await submitTo(browser, codePath, { code: await second.factor.nextCode() })).status).toBe(410)
    }
    expect(await isSignedIn(site, browser)).toBe(false)
  })

  it('has limits that strangers who know the password cannot use up for a known device', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    const stranger = site.browser()
    const asked = await enterPassword(stranger, mia)
    for (let guess = 0; guess < 30; guess += 1) expect((await stranger.submit(asked, { code: '000000' })).status).toBe(422)
    const rejected = await stranger.submit(asked, { code: await factor.nextCode() })
    expect([rejected.status, rejected.headers.has('retry-after')]).toEqual([429, true])

    await mia.browser.fetch('/oidc/session/end')
    const owner = await enterPassword(mia.browser, mia)
    expect((await mia.browser.submit(owner, { code: await factor.nextCode() })).url.pathname).toBe('/')
  })
})

describe('the second factor is not skipped', () => {
  it('by a password reset', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    const browser = site.browser()
    await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
    const emails = await site.emailsTo(mia.email)
    await browser.submit(await browser.open(findLinkInEmail(emails.at(-1))), { password: 'badgers dig at dusk' })
    expect(await isSignedIn(site, browser)).toBe(false)

    const asked = await enterPassword(browser, { email: mia.email, password: 'badgers dig at dusk' })
    expect([asked.url.pathname, await isSignedIn(site, browser)]).toEqual([codePath, false])
    await browser.submit(asked, { code: await factor.nextCode() })
    expect(await isSignedIn(site, browser)).toBe(true)
  })

  it('by the sign-up form of an existing account', async () => {
    await using site = await openTestIdentity()
    const { mia } = await aProtectedUser(site)
    const browser = site.browser()
    const { email, password, full_name } = mia
    const asked = await browser.submit(await browser.open('/auth/signup'), { email, password, full_name })

    expect([asked.url.pathname, await isSignedIn(site, browser)]).toEqual([codePath, false])
  })

  it('by the confirmation of the address', async () => {
    await using site = await openTestIdentity()
    const { mia } = await aProtectedUser(site)
    const { actor } = await createTokenContext(site, mia.tokens)
    const token = createEmailToken()
    await insertUserToken(site.deps.db, 'email_confirmations', token, actor.userId, new Date(site.clock.now().getTime() + 60_000))
    const browser = site.browser()
    const page = await browser.submit(await browser.open(`/auth/confirm-email?token=${token}`), { password: mia.password })

    expect([page.html.includes(`href="${codePath}"`), await isSignedIn(site, browser)]).toEqual([true, false])
  })

  it('by another identity provider', async () => {
    await using both = await openWithOtherProvider()
    const { site, other } = both
    const mia = await site.signUp({ email: other.user.email ?? '' })
    await mia.browser.submit(await signInAtOther(mia.browser, other), {})
    const factor = await setUpSecondFactor(site, mia)
    const browser = site.browser()
    const asked = await signInAtOther(browser, other)

    expect([asked.url.pathname, await isSignedIn(site, browser)]).toEqual([codePath, false])
    await browser.submit(asked, { code: await factor.nextCode() })
    expect(await isSignedIn(site, browser)).toBe(true)
  })
})

describe('a remembered device', () => {
  it('needs no code for 30 days, and only for its user', async () => {
    await using site = await openTestIdentity()
    const [first, second] = [await aProtectedUser(site), await aProtectedUser(site)]
    const browser = await rememberBrowser(site, first)

    const signInAgain = async ({ mia: { email, password } }: ProtectedUser) =>
      (await submitTo(browser, '/auth/signin', { email, password })).url.pathname
    expect(await signInAgain(second)).toBe(codePath)
    expect(await signInAgain(first)).toBe('/')
    site.clock.forward(30 * 24 * 60 * 60_000)
    expect(await signInAgain(first)).toBe(codePath)
  })

  it.each([
    [
      'new recovery codes',
      async ({ mia, factor }: ProtectedUser) => submitTo(mia.browser, `${secondFactorPath}/codes`, { code: await factor.nextCode() }),
    ],
    [
      'a new key',
      async ({ mia, factor }: ProtectedUser, site: TestIdentity) => {
        await turnOffSecondFactor(mia.browser, { code: await factor.nextCode() })
        await setUpSecondFactor(site, mia)
      },
    ],
    [
      'a sign-out of all other sessions',
      async ({ mia }: ProtectedUser, site: TestIdentity) => revokeOtherSessions(await createTokenContext(site, mia.tokens)),
    ],
    ['a sign-out everywhere', ({ mia }: ProtectedUser, site: TestIdentity) => endUserSessions(site.deps, mia.email)],
  ])('ends with %s', async (_case, end) => {
    await using site = await openTestIdentity()
    const user = await aProtectedUser(site)
    const browser = await rememberBrowser(site, user)
    await end(user, site)

    const { email, password } = user.mia
    expect((await submitTo(browser, '/auth/signin', { email, password })).url.pathname).toBe(codePath)
  })
})
