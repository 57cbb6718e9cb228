import { expect, it, vi } from 'vitest'
import { aSignUp, linkIn, openTestIdentity, type SignUpFields, type TestIdentity } from '../../test/open-test-identity.ts'
import type { TestPage } from '../../test/test-browser.ts'
import { hashPassword, isPassword } from './password-hash.ts'

vi.mock(import('./password-hash.ts'), async (original) => {
  const real = await original()
  return { ...real, hashPassword: vi.fn(real.hashPassword), isPassword: vi.fn(real.isPassword) }
})

const letterPage = 'We have sent a letter to'

it('never says that an address has an account, and writes to its owner instead', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const answer = await trySignUp(site, aSignUp({ email: mia.email.toUpperCase() }))
  expect(answer.status).toBe(200)
  expect(answer.html).toContain(letterPage)
  expect(answer.html).not.toMatch(/already|exists|taken/i)
  expect((await site.lettersTo(mia.email)).map((letter) => letter.subject)).toEqual(['You already have a Linkshelf account'])
  expect(await site.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

it('answers a known and an unknown address with one page once a network has opened its accounts of the hour', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 1 })
  const mia = await site.signUp()
  const noah = aSignUp({ email: 'noah@example.com' })

  const known = await trySignUp(site, aSignUp({ email: mia.email }))
  const unknown = await trySignUp(site, noah)
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect(withoutChance(known, mia.email)).toBe(withoutChance(unknown, noah.email))
  expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())

  expect((await site.lettersTo(mia.email)).map((letter) => letter.subject)).toEqual(['You already have a Linkshelf account'])
  expect((await site.lettersTo(noah.email)).map((letter) => letter.subject)).toEqual(['Confirm your Linkshelf account'])
})

it('opens the account that a letter confirms, for whoever knows the password of the form', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await trySignUp(site, noah)
  const link = linkIn((await site.lettersTo(noah.email))[0])

  const browser = site.browser()
  const form = await browser.open(link)
  expect((await browser.submit(form, { password: 'somebody else chose it' })).status).toBe(422)
  expect(await site.deps.db.selectFrom('users').select('id').execute()).toEqual([])

  expect((await browser.submit(form, { password: noah.password })).url.href).toBe(`${site.app}/`)
  expect((await browser.submit(form, { password: noah.password })).status).toBe(410)
  expect((await site.browser().open(link)).status).toBe(410)
  expect(await site.deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: noah.email }])
})

it('no longer opens an account after a day', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await trySignUp(site, noah)
  const link = linkIn((await site.lettersTo(noah.email))[0])
  site.clock.forward(24 * 60 * 60_000 + 1)
  expect((await site.browser().open(link)).status).toBe(410)
})

it('signs in who fills in the wrong form with the right password, and counts guesses there too', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  expect((await trySignUp(site, mia)).url.href).toBe(`${site.app}/`)
  const statuses = []
  for (let guess = 0; guess < 11; guess += 1) statuses.push((await trySignUp(site, aSignUp({ email: mia.email }))).status)
  expect(statuses.at(-1)).toBe(429)
  expect(await site.lettersTo(mia.email)).toHaveLength(4) // and nobody's mailbox is flooded
})

it('opens one account when the same form comes many times at once', async () => {
  await using site = await openTestIdentity()
  const mia = aSignUp()
  await Promise.all(Array.from({ length: 8 }, () => trySignUp(site, mia)))
  await site.identity.close()
  expect(await site.deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: mia.email }])
})

it('computes one hash whether or not an address has an account', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (const email of [mia.email, 'nobody@example.com']) {
    vi.mocked(isPassword).mockClear()
    vi.mocked(hashPassword).mockClear()
    await trySignUp(site, aSignUp({ email }))
    expect(vi.mocked(isPassword).mock.calls.length + vi.mocked(hashPassword).mock.calls.length).toBe(1)
  }
})

it('asks nothing about the address before it answers that a letter was sent', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  await site.asOwner(async (owner) => {
    await owner.query('begin; lock table users, pending_sign_ups in access exclusive mode')
    expect((await trySignUp(site, aSignUp())).html).toContain(letterPage)
    await owner.query('rollback')
  })
})

it('writes nothing of an account when its organization can not be made', async () => {
  await using site = await openTestIdentity()
  const broken = { ...site.deps.ids, next: () => '01920000-0000-7000-8000-000000000009' }
  const { openAccount } = await import('./open-account.ts')
  const account = { email: 'x@example.com', fullName: 'X', passwordHash: 'x' }
  await openAccount({ ...site.deps, ids: broken }, account)
  await expect(openAccount({ ...site.deps, ids: { next: sequence() } }, { ...account, email: 'y@example.com' })).rejects.toThrow()
  expect(await site.deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'x@example.com' }])
})

const wrongForms: [string, Partial<SignUpFields>, keyof SignUpFields, string][] = [
  ['no name', { full_name: '  ' }, 'full_name', 'Enter your name.'],
  ['a name with a line break', { full_name: 'Mia\nBcc: x' }, 'full_name', 'Use letters and other visible characters.'],
  ['no address', { email: '' }, 'email', 'Enter a valid e-mail address.'],
  ['an address with a line break', { email: 'mia@example.com\r\nBcc: x@example.com' }, 'email', 'Enter a valid e-mail address.'],
  ['no password', { password: '' }, 'password', 'Enter your password.'],
  ['a short password', { password: '12345' }, 'password', 'Use at least 6 characters.'],
  ['a long password', { password: 'x y'.repeat(50) }, 'password', 'Use at most 128 characters.'],
  [
    'a common password',
    { password: 'Password1' },
    'password',
    'This password is among the first that others would try. Choose a less common one.',
  ],
  [
    'the address as password',
    { email: 'otter@example.com', password: 'otter@example.com' },
    'password',
    'This password is too close to your name',
  ],
]

it('refuses a wrong form beside the field that is wrong, and keeps the rest', async () => {
  await using site = await openTestIdentity()
  for (const [what, wrong, name, message] of wrongForms) {
    const page = await trySignUp(site, { ...aSignUp({ full_name: 'Mia Baker' }), ...wrong })
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

/** A new person's id first, then the id of an organization that is there already. */
function sequence(): () => string {
  const ids = ['01920000-0000-7000-8000-000000000010', '01920000-0000-7000-8000-000000000009']
  return () => ids.shift() ?? ''
}

function withoutChance(page: TestPage, email: string): string {
  return page.html.replaceAll(email, 'EMAIL').replaceAll(/nonce="[^"]+"/g, 'nonce')
}
