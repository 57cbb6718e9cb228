import { accountPath, secondFactorPath } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openWithOtherProvider, signInAtOther } from '../../../test/open-other-provider.ts'
import { findLinkInEmail, openTestIdentity, type SignedUp, type TestIdentity } from '../../../test/open-test-identity.ts'
import { setUpSecondFactor, submitTo } from '../../../test/second-factor.ts'
import { anAuthorization, redeemRefreshToken, type TestBrowser } from '../../../test/test-browser.ts'
import { finishDueResets } from './reset-second-factor.ts'

const dayMs = 24 * 60 * 60_000

/** Enters the password and asks for the link that starts a reset. Returns the browser and the link. */
async function requestLink(site: TestIdentity, { email, password }: SignedUp): Promise<{ browser: TestBrowser; link: string }> {
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/signin'), { email, password })
  expect((await browser.submit(await browser.open('/auth/code/lost'), {})).status).toBe(200)
  const emails = (await site.emailsTo(email)).filter(({ subject }) => subject === 'Reset two-step sign-in')
  return { browser, link: findLinkInEmail(emails.at(-1)) }
}

/** A user who lost the device and started the reset. */
async function aStartedReset(site: TestIdentity) {
  const mia = await site.signUp()
  const factor = await setUpSecondFactor(site, mia)
  const { browser, link } = await requestLink(site, mia)
  const started = await browser.submit(await browser.open(link), { password: mia.password })
  expect(started.html).toContain('The reset has started')
  const warnings = (await site.emailsTo(mia.email)).filter(({ subject }) => subject === 'Two-step sign-in will be turned off')
  return { mia, factor, browser, link, warnings, stopLink: findLinkInEmail(warnings[0]) }
}

async function hasSecondFactor(site: TestIdentity): Promise<boolean> {
  return (await queryAsOwner(site.deps, 'select from user_totp')).length === 1
}

async function runJobAfter(site: TestIdentity, ms: number): Promise<void> {
  site.clock.forward(ms)
  await finishDueResets(site.deps)
}

describe('a reset of two-step sign-in', () => {
  it('needs the password twice and the mailbox, and the link works once', async () => {
    await using site = await openTestIdentity()
    const mia = await site.signUp()
    await setUpSecondFactor(site, mia)
    expect((await site.browser().open('/auth/code/lost')).url.pathname).toBe('/auth/signin')
    expect((await submitTo(site.browser(), '/auth/code/lost', {})).status).toBe(410)
    const { browser, link } = await requestLink(site, mia)
    const page = await browser.open(link)

    expect((await browser.submit(page, { password: 'not mine at all' })).status).toBe(422)
    expect((await submitTo(browser, '/auth/reset-two-step', { token: 'x', password: mia.password })).status).toBe(410)
    expect((await browser.submit(page, { password: mia.password })).status).toBe(200)
    expect((await browser.submit(page, { password: mia.password })).status).toBe(410)
  })

  it('needs no password if the account has none', async () => {
    await using both = await openWithOtherProvider()
    const { site, other } = both
    const mia = site.browser()
    await signInAtOther(mia, other)
    await setUpSecondFactor(site, { browser: mia })
    const browser = site.browser()
    await signInAtOther(browser, other)
    await browser.submit(await browser.open('/auth/code/lost'), {})
    const emails = await site.emailsTo('mia@acme.test')
    const page = await browser.open(findLinkInEmail(emails.find(({ subject }) => subject === 'Reset two-step sign-in')))

    expect(page.html).not.toContain('type="password"')
    expect((await browser.submit(page, {})).html).toContain('The reset has started')
    await runJobAfter(site, 3 * dayMs)
    expect(await hasSecondFactor(site)).toBe(false)
  })

  it('turns it off after three days, ends every session and tells the user', async () => {
    await using site = await openTestIdentity()
    const { mia, warnings } = await aStartedReset(site)
    expect(warnings).toHaveLength(1)
    await runJobAfter(site, 3 * dayMs - 60_000)
    expect([await hasSecondFactor(site), (await redeemRefreshToken(site.app, mia.tokens.refresh_token)).status]).toEqual([true, 200])

    await runJobAfter(site, 60_000)
    expect(await hasSecondFactor(site)).toBe(false)
    expect((await mia.browser.open(anAuthorization(site.app).url)).url.pathname).toBe('/auth/signin')
    expect((await site.emailsTo(mia.email)).at(-1)?.subject).toBe('Two-step sign-in was reset')
    const browser = site.browser()
    const { email, password } = mia
    expect((await browser.submit(await browser.open('/auth/signin'), { email, password })).url.pathname).toBe('/')
  })

  it('that begins twice keeps its day', async () => {
    await using site = await openTestIdentity()
    const { mia } = await aStartedReset(site)
    site.clock.forward(2 * dayMs)
    const { browser, link } = await requestLink(site, mia)
    await browser.submit(await browser.open(link), { password: mia.password })

    await runJobAfter(site, dayMs)
    expect(await hasSecondFactor(site)).toBe(false)
  })

  it.each([
    [
      'the link in the email',
      async (_site: TestIdentity, { browser, stopLink }: Awaited<ReturnType<typeof aStartedReset>>) =>
        browser.submit(await browser.open(stopLink), {}),
    ],
    [
      'a session of the user',
      async (_site: TestIdentity, { mia }: Awaited<ReturnType<typeof aStartedReset>>) => {
        expect((await mia.browser.open(accountPath)).html).toContain('Stop the reset')
        return submitTo(mia.browser, `${secondFactorPath}/stop-reset`, {})
      },
    ],
    [
      'a code',
      async (site: TestIdentity, { mia, factor }: Awaited<ReturnType<typeof aStartedReset>>) => {
        const browser = site.browser()
        const { email, password } = mia
        const asked = await browser.submit(await browser.open('/auth/signin'), { email, password })
        return browser.submit(asked, { code: await factor.nextCode() })
      },
    ],
  ])('is stopped by %s', async (_how, stop) => {
    await using site = await openTestIdentity()
    const reset = await aStartedReset(site)
    await stop(site, reset)
    await runJobAfter(site, 3 * dayMs)

    expect(await hasSecondFactor(site)).toBe(true)
    const actions = await queryAsOwner(site.deps, `select from audit_log where action = 'user.cancel_second_factor_reset'`)
    expect(actions).toHaveLength(1)
    expect((await reset.browser.open(reset.stopLink)).status).toBe(410)
  })

  it('can be asked for four times a day', async () => {
    await using site = await openTestIdentity()
    const mia = await site.signUp()
    await setUpSecondFactor(site, mia)
    const browser = site.browser()
    await browser.submit(await browser.open('/auth/signin'), { email: mia.email, password: mia.password })
    const page = await browser.open('/auth/code/lost')
    const statuses: number[] = []
    for (let nth = 0; nth < 5; nth += 1) statuses.push((await browser.submit(page, {})).status)

    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
