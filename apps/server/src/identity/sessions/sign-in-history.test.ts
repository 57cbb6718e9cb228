import { signInRetentionDays } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aUser, catchErrorCode, toApiKeyContext } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { createTokenContext, openTestIdentity, runEmailJobs, type TestIdentity } from '../../../test/open-test-identity.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { deleteExpiredIdentityState } from '../identity-jobs.ts'
import { insertSignIn, selectSignIns } from '../tables/sign-in-table.ts'
import { listSignIns, newDeviceEmailJob } from './sign-in-history.ts'

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0' }

async function enterPassword(site: TestIdentity, { email, password }: { email: string; password: string }, browser = site.browser()) {
  await browser.submit(await browser.open('/auth/signin?to=account'), { email, password }, firefox)
}

async function newDeviceEmails({ deps }: TestIdentity, email: string): Promise<Email[]> {
  await runEmailJobs(deps, [newDeviceEmailJob(deps)])
  return deps.emails.filter(({ to, subject }) => to === email && subject === 'New sign-in to your Linkshelf account')
}

it('lists sign-ins and failed attempts of the user, newest first', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const noah = await site.signUp()
  const ctx = await createTokenContext(site, mia.tokens)

  await enterPassword(site, { ...mia, password: 'a guess' })
  await enterPassword(site, { email: 'nobody@example.com', password: 'a guess' })
  await expect.poll(() => listSignIns(ctx)).toHaveLength(2)
  await enterPassword(site, mia)

  const client = { device: 'desktop', browser: 'Firefox', os: 'Linux', country: null }
  expect(await listSignIns(ctx)).toMatchObject([
    { result: 'signed_in', methods: ['password'], ...client },
    { result: 'wrong_password', methods: ['password'], ...client },
    { result: 'signed_in', methods: ['password'], browser: null },
  ])
  expect(await listSignIns(await createTokenContext(site, noah.tokens))).toHaveLength(1)
  expect(await catchErrorCode(listSignIns(toApiKeyContext(ctx)))).toBe('SIGN_IN_REQUIRED')
})

it('sends an email about a sign-in on a new device, but not about the first sign-in or a known device', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await enterPassword(site, mia, mia.browser)
  expect(await newDeviceEmails(site, mia.email)).toEqual([])

  await enterPassword(site, mia)

  const [email, ...others] = await newDeviceEmails(site, mia.email)
  expect(others).toEqual([])
  expect(email?.text).toContain('Firefox on Linux')
})

it('sends no email to an address that is not confirmed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await site.asOwner(async (owner) => void (await owner.query('update users set email_confirmed_at = null')))

  await enterPassword(site, mia)

  expect(await newDeviceEmails(site, mia.email)).toEqual([])
})

it('limits what is stored, and never displaces sign-ins by failed attempts', async () => {
  await using deps = await openTestDeps()
  const ctx = await aUser(deps)
  const client = { user_id: ctx.actor.userId, methods: ['password'], device: null, browser: null, os: null, country: null } as const
  const toInstant = (second: number) => new Date(Date.UTC(2025, 10, 30) + second * 1_000)
  const insert = (result: 'signed_in' | 'wrong_password', second: number) =>
    insertSignIn(deps.db, { ...client, id: deps.ids.next(), result, at: toInstant(second) })

  await insert('signed_in', 0)
  for (let second = 1; second <= 201; second += 1) await insert('wrong_password', second)

  const stored = (await selectSignIns(deps.db, ctx.actor.userId)).toReversed()
  expect(stored).toHaveLength(201)
  expect(stored.slice(0, 2)).toMatchObject([{ result: 'signed_in' }, { at: toInstant(2) }])
})

it('deletes sign-ins after 90 days', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { actor } = await createTokenContext(site, mia.tokens)
  expect(await selectSignIns(site.deps.db, actor.userId)).toHaveLength(1)

  site.clock.forward(signInRetentionDays * 24 * 60 * 60_000)
  await deleteExpiredIdentityState(site.deps)

  expect(await selectSignIns(site.deps.db, actor.userId)).toEqual([])
})
