import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { aSignUp, openTestIdentity, recordStatements, type SignUpFields, type TestIdentity } from '../../../test/open-test-identity.ts'
import { anAuthorization, type TestPage } from '../../../test/test-browser.ts'
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'

// Modules that earlier test files loaded in this process use the real functions, so they are loaded again with the
// mock.
vi.hoisted(() => vi.resetModules())
vi.mock(import('../passwords/password-hash.ts'), async (original) => {
  const real = await original()
  return { ...real, verifyPassword: vi.fn(real.verifyPassword) }
})

it('shows the same page for a wrong password and an unknown address', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const wrong = await trySignIn(site, mia.email, 'not it at all')
  const unknown = await trySignIn(site, 'nobody@example.com', 'not it at all')

  expect(wrong.status).toBe(422)
  expect(unknown.status).toBe(422)
  expect(wrong.html).toContain('The email address or the password is incorrect.')
  expect(withoutNonces(wrong, mia.email)).toBe(withoutNonces(unknown, 'nobody@example.com'))
  expect(headerNames(wrong.headers)).toEqual(headerNames(unknown.headers))
})

/** Signs in while a transaction replaces the password hash. The transaction commits once the sign-in waits for it. */
async function signInDuringChange(site: TestIdentity, { email, password }: SignUpFields, { path, next }: { path: string; next: string }) {
  const browser = site.browser()
  const form = await browser.open(path)
  const passwordHash = await hashPassword(next)
  const { signingIn } = await site.deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('email', '=', email).execute()
    const started = browser.submit(form, { email, password })
    await waitForBlockedTransaction(site.deps)
    return { signingIn: started }
  })
  return { browser, page: await signingIn }
}

it.each([
  ['for an authorization request', (site: TestIdentity) => anAuthorization(site.app).url, '/callback'],
  ['by itself', () => '/auth/signin', '/'],
])('does not sign in %s with a password that is replaced during the sign-in', async (_name, pathOf, destination) => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const next = 'badgers dig at dusk'
  const stored = () => site.deps.db.selectFrom('identity_state').select('kind').where('user_id', 'is not', null).orderBy('kind').execute()
  const before = await stored()

  const { browser, page } = await signInDuringChange(site, mia, { path: pathOf(site), next })

  expect(page.status).toBe(422)
  expect(page.html).toContain('The email address or the password is incorrect.')
  expect(await stored()).toEqual(before)
  expect((await browser.submit(page, { email: mia.email, password: next })).url.pathname).toBe(destination)
})

it('signs in while another sign-in replaces an outdated hash of the same password', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { page } = await signInDuringChange(site, mia, { path: '/auth/signin', next: mia.password })
  expect(page.url.pathname).toBe('/')
})

it('does the same work for an unknown address as for a wrong password', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const work = []
  for (const email of [mia.email, 'nobody@example.com']) {
    vi.mocked(verifyPassword).mockClear()
    const recorded = await recordStatements(site, () => trySignIn(site, email, 'not it at all'))
    // The attempt is recorded after the response, and only if the account exists.
    const statements = recorded.filter((statement) => !statement.includes('"sign_ins"'))
    work.push({ statements, comparisons: vi.mocked(verifyPassword).mock.calls.map(([hash]) => readParameters(hash)) })
  }
  expect(work[0]?.statements).not.toEqual([])
  expect(work[0]).toEqual(work[1])
  expect(work[0]?.comparisons).toEqual([readParameters(await hashPassword('x'))])
})

it('rate-limits guesses at one account from one network, whether or not the account exists, and not guesses from other networks', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  for (const email of [mia.email, 'nobody@example.com']) {
    const statuses = []
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await trySignIn(site, email, 'not it at all', '203.0.113.1')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
  }
  expect((await trySignIn(site, mia.email, mia.password, '203.0.113.1')).status).toBe(429)
  expect((await trySignIn(site, mia.email, mia.password, '203.0.113.2')).url.pathname).toBe('/')
})

it('counts only guesses whose password was compared, so one network does not lock the owner out', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  const counts: unknown[] = []
  for (let guess = 0; guess < 105; guess += 1) {
    await trySignIn(site, mia.email, 'not it at all', '203.0.113.1')
    if (guess === 10) counts.push(...(await countRows(site)))
  }
  // Three counters of sign-ins (account and network, account, network) and two of sign-ups (network, instant sign-ups).
  expect(counts).toHaveLength(5)
  expect(await countRows(site)).toEqual(counts)
  expect((await trySignIn(site, mia.email, mia.password, '203.0.113.2')).url.pathname).toBe('/')
})

it('lets a device that signed in before sign in while guesses from many networks lock the account', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  for (let guess = 0; guess < 101; guess += 1) await trySignIn(site, mia.email, 'not it at all', `203.0.113.${guess}`)

  expect((await trySignIn(site, mia.email, mia.password, '198.51.100.1')).status).toBe(429)
  expect((await trySignIn(site, mia.email, mia.password, '203.0.113.1', mia.browser)).url.pathname).toBe('/')
})

it('limits a known device separately, without using up the limit of other devices', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const statuses = []
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await trySignIn(site, mia.email, 'not it at all', undefined, mia.browser)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
  expect((await trySignIn(site, mia.email, mia.password)).url.pathname).toBe('/')
})

it('treats a device as known only for accounts that signed in with it', async () => {
  await using site = await openTestIdentity()
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  for (let guess = 0; guess < 10; guess += 1) await trySignIn(site, mia.email, 'not it at all')
  expect((await trySignIn(site, mia.email, mia.password, undefined, noah.browser)).status).toBe(429)

  const [id, ...signatures] = (mia.browser.cookies.get('linkshelf-device')?.value ?? '').split('.')
  const forged = site.browser()
  for (const value of [`${'A'.repeat(22)}.${signatures.join('.')}`, `${id}.${'A'.repeat(22)}`, `${id}`, 'x', '..']) {
    forged.cookies.set('linkshelf-device', { path: '/', value })
    expect((await trySignIn(site, mia.email, mia.password, undefined, forged)).status).toBe(429)
  }
  expect((await trySignIn(site, mia.email, mia.password, undefined, mia.browser)).url.pathname).toBe('/')
  expect((await trySignIn(site, noah.email, noah.password, undefined, mia.browser)).url.pathname).toBe('/')
  expect((await trySignIn(site, mia.email, mia.password, undefined, mia.browser)).url.pathname).toBe('/')
})

it('rate-limits concurrent guesses', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const pages = await Promise.all(Array.from({ length: 30 }, () => trySignIn(site, mia.email, 'not it at all')))
  expect(pages.filter((page) => page.status === 422)).toHaveLength(10)
  expect(pages.filter((page) => page.status === 429)).toHaveLength(20)
})

it('rate-limits guesses over many accounts from one network, and counts an IPv6 /64 as one network', async () => {
  await using site = await openTestIdentity({ trustedProxies: ['127.0.0.1'] })
  const statuses = []
  for (let guess = 0; guess < 62; guess += 1)
    statuses.push((await trySignIn(site, `p${guess}@example.com`, 'not it at all', `2001:db8::${guess}`)).status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(60)
  expect((await trySignIn(site, 'p1@example.com', 'not it at all', '2001:db8:0:1::1')).status).toBe(422)
})

it('ignores X-Forwarded-For from an untrusted address', async () => {
  await using site = await openTestIdentity()
  const statuses = []
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await trySignIn(site, 'nobody@example.com', 'not it at all', `203.0.113.${guess}`)).status)
  expect(statuses.slice(10)).toEqual([429, 429])
})

it('allows sign-in again when the window has passed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (let guess = 0; guess < 11; guess += 1) await trySignIn(site, mia.email, 'not it at all')
  expect((await trySignIn(site, mia.email, mia.password)).status).toBe(429)
  site.clock.forward(30 * 60_000)
  expect((await trySignIn(site, mia.email, mia.password)).url.pathname).toBe('/')
})

it('does not count successful sign-ins', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (let time = 0; time < 12; time += 1) expect((await trySignIn(site, mia.email, mia.password)).url.pathname).toBe('/')
})

it('accepts the same password in another Unicode form', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp({ password: 'caf\u00e9 \ufb01ne \u2460' })
  expect((await trySignIn(site, mia.email, 'cafe\u0301 fine 1')).url.pathname).toBe('/')
})

it('rehashes a password whose hash has weaker parameters', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { hash } = await import('@node-rs/argon2')
  const weak = await hash(mia.password, { memoryCost: 8_192, timeCost: 1 })
  await site.deps.db.updateTable('users').set({ password_hash: weak }).where('email', '=', mia.email).execute()

  expect((await trySignIn(site, mia.email, mia.password)).url.pathname).toBe('/')
  const { password_hash } = await site.deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', mia.email)
    .executeTakeFirstOrThrow()
  expect(readParameters(password_hash)).toBe(readParameters(await hashPassword('x')))
  expect((await trySignIn(site, mia.email, mia.password)).url.pathname).toBe('/')
})

it('shows the form again with the address and without the password', async () => {
  await using site = await openTestIdentity()
  const page = await trySignIn(site, 'nobody@example.com', 'not it at all')
  expect(page.html).toContain('value="nobody@example.com"')
  expect(page.html).not.toContain('not it at all')
})

/** Returns every rate-limit row with the transaction that wrote it last. */
async function countRows(site: TestIdentity): Promise<unknown[]> {
  return site.deps.db.selectFrom('throttles').selectAll().select(sql`xmin::text`.as('written_by')).orderBy('key').execute()
}

async function trySignIn(site: TestIdentity, email: string, password: string, from?: string, browser = site.browser()): Promise<TestPage> {
  const form = { ...aSignUp(), email, password }
  return browser.submit(
    { url: new URL(site.app), status: 200, headers: new Headers(), html: '<form action="/auth/signin">' },
    form,
    from ? { 'x-forwarded-for': from } : {},
  )
}

function withoutNonces(page: TestPage, email: string): string {
  return page.html.replaceAll(email, 'EMAIL').replaceAll(/nonce="[^"]+"/g, 'nonce')
}

function headerNames(headers: Headers): string[] {
  return [...headers.keys()].toSorted()
}

/** Returns the algorithm and parameters of the hash. They decide how long a comparison takes. */
function readParameters(hash: string): string {
  return hash.split('$').slice(1, 4).join('$')
}
