import { expect, it, vi } from 'vitest'
import {
  aSignUp,
  findLinkInEmail,
  listQueuedEmailJobs,
  openTestIdentity,
  recordStatements,
  type SignUpFields,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import type { TestPage } from '../../../test/test-browser.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'

// Modules that earlier test files loaded in this process use the real functions, so they are loaded again with the
// mocks.
vi.hoisted(() => vi.resetModules())
vi.mock(import('../passwords/password-hash.ts'), async (original) => {
  const real = await original()
  return { ...real, hashPassword: vi.fn(real.hashPassword), verifyPassword: vi.fn(real.verifyPassword) }
})

const emailSentPage = 'We have sent an email to'

it('does not reveal that an address has an account, and emails its owner instead', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const response = await trySignUp(site, aSignUp({ email: mia.email.toUpperCase() }))
  expect(response.status).toBe(200)
  expect(response.html).toContain(emailSentPage)
  expect(response.html).not.toMatch(/already|exists|taken/i)
  expect((await site.emailsTo(mia.email)).map((email) => email.subject)).toEqual(['You already have a Linkshelf account'])
  expect(await site.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

it('shows the same page for a known and an unknown address once a network has used up its instant sign-ups', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 1 })
  const mia = await site.signUp()
  const noah = aSignUp({ email: 'noah@example.com' })

  const known = await trySignUp(site, aSignUp({ email: mia.email }))
  const unknown = await trySignUp(site, noah)
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect(withoutNonces(known, mia.email)).toBe(withoutNonces(unknown, noah.email))
  expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())

  expect((await site.emailsTo(mia.email)).map((email) => email.subject)).toEqual(['You already have a Linkshelf account'])
  expect((await site.emailsTo(noah.email)).map((email) => email.subject)).toEqual(['Confirm your Linkshelf account'])
})

it('creates the account when the emailed link is confirmed with the password of the form', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await trySignUp(site, noah)
  const link = findLinkInEmail((await site.emailsTo(noah.email))[0])

  const browser = site.browser()
  const form = await browser.open(link)
  expect((await browser.submit(form, { password: 'someone else chose it' })).status).toBe(422)
  expect(await site.deps.db.selectFrom('users').select('id').execute()).toEqual([])

  expect((await browser.submit(form, { password: noah.password })).url.href).toBe(`${site.app}/`)
  expect((await browser.submit(form, { password: noah.password })).status).toBe(410)
  expect((await site.browser().open(link)).status).toBe(410)
  expect(await site.deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: noah.email }])
})

it('rejects a confirmation link after 24 hours', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await trySignUp(site, noah)
  const link = findLinkInEmail((await site.emailsTo(noah.email))[0])
  site.clock.forward(24 * 60 * 60_000 + 1)
  expect((await site.browser().open(link)).status).toBe(410)
})

it('signs in with the right password of an existing account, and rate-limits wrong passwords', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  expect((await trySignUp(site, mia)).url.href).toBe(`${site.app}/`)
  const statuses = []
  for (let guess = 0; guess < 11; guess += 1) statuses.push((await trySignUp(site, aSignUp({ email: mia.email }))).status)
  expect(statuses.at(-1)).toBe(429)
  expect(await site.emailsTo(mia.email)).toHaveLength(4) // the hourly email limit of an address
})

it('sends password reset emails to an owner, however many sign-up forms name the address', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (let form = 0; form < 5; form += 1) await trySignUp(site, aSignUp({ email: mia.email }))
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  expect((await site.emailsTo(mia.email)).at(-1)?.subject).toBe('Reset your Linkshelf password')
})

it('creates the account of an address that reached its hourly email limit, without another email', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  site.deps.mail.reachesRecipients = true
  const mia = aSignUp()
  for (let form = 0; form < 4; form += 1) await trySignUp(site, mia)
  await site.restart({ instantSignUpsPerHour: 1 })

  expect((await trySignUp(site, mia)).url.href).toBe(`${site.app}/`)
  expect((await site.emailsTo(mia.email)).map(({ subject }) => subject)).not.toContain('Confirm your email address')
})

it('creates one account when the same form is sent many times at once', async () => {
  await using site = await openTestIdentity()
  const mia = aSignUp()
  await Promise.all(Array.from({ length: 8 }, () => trySignUp(site, mia)))
  expect(await site.deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: mia.email }])
})

it('computes one hash whether or not an address has an account', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (const email of [mia.email, 'nobody@example.com']) {
    vi.mocked(verifyPassword).mockClear()
    vi.mocked(hashPassword).mockClear()
    await trySignUp(site, aSignUp({ email }))
    expect(vi.mocked(verifyPassword).mock.calls.length + vi.mocked(hashPassword).mock.calls.length).toBe(1)
  }
})

it('responds that an email was sent before it reads anything about the address', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  await site.asOwner(async (owner) => {
    await owner.query('begin; lock table users, pending_sign_ups in access exclusive mode')
    expect((await trySignUp(site, aSignUp())).html).toContain(emailSentPage)
    await owner.query('rollback')
  })
})

it('does the same work for a known and an unknown address when it responds by email', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 1 })
  const mia = await site.signUp()
  const work = []
  for (const email of [mia.email, 'noah@example.com']) {
    vi.mocked(verifyPassword).mockClear()
    vi.mocked(hashPassword).mockClear()
    const statements = await recordStatements(site, () => trySignUp(site, aSignUp({ email })))
    const hashes = vi.mocked(hashPassword).mock.calls.length
    work.push({ statements, hashes, comparisons: vi.mocked(verifyPassword).mock.calls.length, jobs: await listQueuedEmailJobs(site) })
    await site.emailsTo(email)
  }
  expect(work[0]?.statements).not.toEqual([])
  expect(work[0]).toEqual({ ...work[1], jobs: [{ task: 'send-sign-up-email', fields: ['requestId'] }] })
  expect(work[0]?.jobs).toEqual(work[1]?.jobs)
  expect(work[0]).toMatchObject({ hashes: 1, comparisons: 0 })
})

it('stores neither a password hash nor a token in the job queue', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await trySignUp(site, noah)
  await site.asOwner(async (owner) => {
    const { rows } = await owner.query('select jobs::text as job from graphile_worker._private_jobs as jobs')
    expect(rows).toHaveLength(1)
    expect(rows[0].job).not.toMatch(/argon2|example\.com|token/)
  })
})

it('rolls back the account when its organization cannot be created', async () => {
  await using site = await openTestIdentity()
  const broken = { next: <Id extends string>() => '01920000-0000-7000-8000-000000000009' as Id }
  const { createAccount } = await import('./sign-up.ts')
  const account = { email: 'x@example.com', fullName: 'X', passwordHash: 'x', isEmailConfirmed: true }
  await createAccount({ ...site.deps, ids: broken }, account)
  await expect(
    createAccount({ ...site.deps, ids: { next: sequence() as typeof site.deps.ids.next } }, { ...account, email: 'y@example.com' }),
  ).rejects.toThrow()
  expect(await site.deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'x@example.com' }])
})

const invalidForms: [string, Partial<SignUpFields>, keyof SignUpFields, string][] = [
  ['no name', { full_name: '  ' }, 'full_name', 'Enter your name.'],
  ['a name with a line break', { full_name: 'Mia\nBcc: x' }, 'full_name', 'Use letters and other visible characters.'],
  ['a name with a line separator', { full_name: 'Mia\u2028Baker' }, 'full_name', 'Use letters and other visible characters.'],
  ['a name with a web address', { full_name: 'Claim your prize: evil.example' }, 'full_name', 'A name can&#39;t contain a web address.'],
  ['no address', { email: '' }, 'email', 'Enter a valid email address.'],
  ['an address with a line break', { email: 'mia@example.com\r\nBcc: x@example.com' }, 'email', 'Enter a valid email address.'],
  ['no password', { password: '' }, 'password', 'Enter your password.'],
  ['a short password', { password: '12345' }, 'password', 'Use at least 6 characters.'],
  ['a long password', { password: 'x y'.repeat(50) }, 'password', 'Use at most 128 characters.'],
  ['a common password', { password: 'Password1' }, 'password', 'This password is too common. Choose a different one.'],
  [
    'the address as password',
    { email: 'otter@example.com', password: 'otter@example.com' },
    'password',
    'This password is too similar to your name',
  ],
]

it('shows the error next to the invalid field, and the other values again', async () => {
  await using site = await openTestIdentity()
  for (const [what, invalid, name, message] of invalidForms) {
    const page = await trySignUp(site, { ...aSignUp({ full_name: 'Mia Baker' }), ...invalid })
    expect(page.status, what).toBe(422)
    expect(page.html, what).toContain(`<p class="problem" id="${name}-problem">${message}`)
    expect(page.html, what).toMatch(new RegExp(`<input id="${name}"[^>]*aria-describedby="${name}-problem[^>]*aria-invalid="true"`, 's'))
    if (name !== 'full_name') expect(page.html, what).toContain('value="Mia Baker"')
  }
  expect(await site.deps.db.selectFrom('users').select('id').execute()).toEqual([])
})

async function trySignUp(site: TestIdentity, fields: SignUpFields, from?: string): Promise<TestPage> {
  const { full_name, email, password } = fields
  const form = { url: new URL(site.app), status: 200, headers: new Headers(), html: '<form action="/auth/signup">' }
  return site.browser().submit(form, { full_name, email, password }, from ? { 'x-forwarded-for': from } : {})
}

/** Returns first a new user's id, then the id of an existing organization. */
function sequence(): () => string {
  const ids = ['01920000-0000-7000-8000-000000000010', '01920000-0000-7000-8000-000000000009']
  return () => ids.shift() ?? ''
}

function withoutNonces(page: TestPage, email: string): string {
  return page.html.replaceAll(email, 'EMAIL').replaceAll(/nonce="[^"]+"/g, 'nonce')
}
