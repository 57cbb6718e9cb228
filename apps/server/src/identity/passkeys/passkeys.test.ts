import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { createTokenContext, fetchTokens, openTestIdentity, type SignedUp, type TestIdentity } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { type CreationOptions, createSoftwarePasskey, type RequestOptions } from '../../../test/software-authenticator.ts'
import { anAuthorization } from '../../../test/test-browser.ts'
import { addTestPasskey, answerSignIn, readPasskeyOptions, sendForm, signInWithTestPasskey } from '../../../test/test-passkeys.ts'
import { createCallHandler } from '../../api/api-calls.ts'
import { listSessions } from '../sessions/sessions.ts'
import { maxPasskeys } from './passkeys.ts'

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

const account = '/auth/account'
const minuteMs = 60_000

async function listPasskeyIds({ email }: SignedUp): Promise<string[]> {
  const sql = 'select user_passkeys.id from user_passkeys join users on users.id = user_id where email = $1 order by 1'
  return (await queryAsOwner<{ id: string }>(site.deps, sql, [email])).map(({ id }) => id)
}

it('adds a passkey that signs in alone, and renames and removes it, with an audit entry, a security event and emails', async () => {
  const mia = await site.signUp()
  const { passkey, page } = await addTestPasskey(site, mia.browser, { name: 'Chrome on Linux', isBackedUp: true })
  for (const text of ['Your passkey was added.', 'Chrome on Linux', 'never used', 'Synced']) expect(page.html).toContain(text)

  const browser = site.browser()
  await browser.open(anAuthorization(site.app).url)
  expect((await signInWithTestPasskey(site, passkey, {}, browser)).url.pathname).toBe('/callback')
  const session = await createTokenContext(site, await fetchTokens(browser))
  expect((await listSessions(session)).map(({ current, methods }) => ({ current, methods }))).toEqual(
    expect.arrayContaining([
      { current: true, methods: ['passkey'] },
      { current: false, methods: ['password'] },
    ]),
  )

  const [id = ''] = await listPasskeyIds(mia)
  const renamed = await sendForm(browser, site, `${account}/passkeys/rename?id=${id}`, { name: 'Laptop' })
  for (const text of ['Your passkey was renamed.', 'Laptop', 'last used', 'This device only']) expect(renamed.html).toContain(text)
  const warning = 'requires a second factor. First set up two-step sign-in'
  const openRemoval = async () => (await browser.open(`${account}/passkeys/remove?id=${id}`)).html
  expect(await openRemoval()).not.toContain(warning)
  await queryAsOwner(site.deps, 'update organizations set second_factor_required = true')
  expect(await openRemoval()).toContain(warning)
  await queryAsOwner(site.deps, 'update organizations set second_factor_required = false')
  const removed = await sendForm(browser, site, `${account}/passkeys/remove?id=${id}`)
  expect([removed.html.includes('Your passkey was removed.'), removed.html.includes('Laptop')]).toEqual([true, false])

  const unknown = await signInWithTestPasskey(site, passkey)
  expect([unknown.status, unknown.html.includes('This passkey is not known here.')]).toEqual([422, true])
  const audited = await queryAsOwner(
    site.deps,
    "select action, before, after from audit_log where entity = 'passkey' and entity_id = $1 order by created_at",
    [id],
  )
  expect(audited).toEqual([
    { action: 'passkey.add', before: null, after: { name: 'Chrome on Linux', synced: true } },
    { action: 'passkey.rename', before: { name: 'Chrome on Linux' }, after: { name: 'Laptop' } },
    { action: 'passkey.remove', before: { name: 'Laptop' }, after: null },
  ])
  expect(lines.filter(({ entityId }) => entityId === id).map(({ event }) => event)).toEqual([
    'passkey.added',
    'passkey.renamed',
    'passkey.removed',
  ])
  expect((await site.emailsTo(mia.email)).map(({ subject }) => subject).filter((subject) => subject.includes('passkey'))).toEqual([
    'A passkey was added to your Linkshelf account',
    'A passkey was removed from your Linkshelf account',
  ])
})

it.each([
  ['of another origin', { origin: 'https://evil.test' }],
  ['of another relying party', { rpId: 'evil.test' }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['without a verified user', { isUserVerified: false }],
])('rejects a new passkey %s', async (_, report) => {
  const mia = await site.signUp()
  const { page } = await addTestPasskey(site, mia.browser, report)
  expect([page.status, page.html.includes('This passkey could not be added.')]).toEqual([422, true])
  expect(await listPasskeyIds(mia)).toEqual([])
})

it('rejects a new passkey whose challenge is of another user, of another session, for a sign-in, or too old', async () => {
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  const elsewhere = site.browser()
  await sendForm(elsewhere, site, '/auth/signin', { email: mia.email, password: mia.password })
  const form = readPasskeyOptions<CreationOptions>(await mia.browser.open(`${account}/passkeys/new`))
  const foreign = [
    readPasskeyOptions<CreationOptions>(await noah.browser.open(`${account}/passkeys/new`)),
    readPasskeyOptions<CreationOptions>(await elsewhere.open(`${account}/passkeys/new`)),
    readPasskeyOptions<RequestOptions>(await mia.browser.open('/auth/signin?to=account')),
  ]
  const add = (challenge: string) =>
    sendForm(mia.browser, site, `${account}/passkeys/new`, {
      answer: createSoftwarePasskey(site.app, { ...form, challenge }).answer,
      name: 'Key',
    })
  for (const { challenge } of foreign) expect((await add(challenge)).status).toBe(422)
  moveClock(61 * minuteMs)
  await sendForm(mia.browser, site, `${account}/confirm`, { password: mia.password })
  expect((await add(form.challenge)).status).toBe(422)
  expect(await listPasskeyIds(mia)).toEqual([])
})

it('accepts a credential once, for one account, and at most 20 passkeys', async () => {
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  const form = readPasskeyOptions<CreationOptions>(await mia.browser.open(`${account}/passkeys/new`))
  const { answer } = createSoftwarePasskey(site.app, form)
  const add = () => sendForm(mia.browser, site, `${account}/passkeys/new`, { answer, name: 'Key' })
  const pages = await Promise.all([add(), add()])
  expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await listPasskeyIds(noah)).toEqual([])

  await queryAsOwner(
    site.deps,
    `insert into user_passkeys select gen_random_uuid(), user_id, convert_to(nth || id::text, 'UTF8'), public_key, 0, false, false, '{}', aaguid, name, created_at
     from user_passkeys, generate_series(2, $2::int) as nth where id = $1`,
    [(await listPasskeyIds(mia))[0], maxPasskeys],
  )
  const { page } = await addTestPasskey(site, mia.browser)
  expect([page.status, page.html.includes('You can have up to 20 passkeys.')]).toEqual([422, true])
  expect(await listPasskeyIds(mia)).toHaveLength(maxPasskeys)
})

it('adds and removes only after a recent sign-in, which the password or a passkey of the same user confirms', async () => {
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  const { passkey } = await addTestPasskey(site, mia.browser)
  const { passkey: other } = await addTestPasskey(site, noah.browser)
  const [id = ''] = await listPasskeyIds(mia)
  const removal = `${account}/passkeys/remove?id=${id}`
  moveClock(16 * minuteMs)

  const attempts = [
    await mia.browser.open(`${account}/passkeys/new`),
    await sendForm(mia.browser, site, `${account}/passkeys/new`, { answer: '{}', name: 'Key' }),
    await sendForm(mia.browser, site, removal),
    await mia.browser.open(removal),
  ]
  for (const { url } of attempts) expect(url.pathname).toBe(`${account}/confirm`)
  expect(await listPasskeyIds(mia)).toEqual([id])

  const page = attempts.at(-1) ?? expect.unreachable()
  const options = readPasskeyOptions<RequestOptions>(page)
  const next = page.url.searchParams.get('next') ?? ''
  const confirm = (answer: string) => sendForm(mia.browser, site, `${account}/confirm/passkey`, { answer, next })
  expect((await confirm(other.answer(options))).status).toBe(422)
  const forSignIn = await answerSignIn(mia.browser, passkey, {}, '/auth/signin?to=account')
  expect((await confirm(forSignIn)).status).toBe(422)
  const answer = passkey.answer(options)
  const confirmed = await confirm(answer)
  expect([confirmed.url.pathname + confirmed.url.search, confirmed.html.includes('Remove this passkey?')]).toEqual([removal, true])
  moveClock(16 * minuteMs)
  expect((await confirm(answer)).status).toBe(422)
  expect((await sendForm(mia.browser, site, `${account}/confirm`, { password: 'not it', next })).status).toBe(422)
  const elsewhere = await sendForm(mia.browser, site, `${account}/confirm`, { password: mia.password, next: '//evil.test/auth/account' })
  expect(elsewhere.url.href).toBe(`${site.app}${account}`)
  expect((await sendForm(mia.browser, site, removal)).html).toContain('Your passkey was removed.')
})

it('confirms through the API, with a passkey of the same user and for the same session', async () => {
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  const { passkey } = await addTestPasskey(site, mia.browser)
  const handle = createCallHandler(
    { ...site.deps, clickhouse: site.deps.clickhouseReader },
    { passkeyChallenges: site.identity.passkeyChallenges },
  )
  const [ofMia, ofNoah] = [await createTokenContext(site, mia.tokens), await createTokenContext(site, noah.tokens)]
  const call = createApiCaller(site.deps, handle)
  const path = '/v1/me/reauthentication'
  const readRequest = async (user: typeof ofMia) =>
    ((await (await call(user, { method: 'GET', path })).json()) as { passkey: RequestOptions | null }).passkey
  const confirm = (user: typeof ofMia, answer: string) =>
    call(user, { method: 'POST', path, body: { method: 'passkey', assertion: JSON.parse(answer) as object } })

  expect(await readRequest(ofNoah)).toBeNull()
  const answer = passkey.answer((await readRequest(ofMia)) ?? expect.unreachable())
  const rejected = await confirm(ofNoah, answer)
  expect([rejected.status, await rejected.json()]).toMatchObject([422, { code: 'PASSKEY_REJECTED' }])
  expect((await confirm(ofMia, answer)).status).toBe(204)
  expect((await confirm(ofMia, answer)).status).toBe(422)
})

it('shows and changes no passkey of another user', async () => {
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  await addTestPasskey(site, mia.browser, { name: 'Of Mia' })
  const [id = ''] = await listPasskeyIds(mia)
  const pages = [
    await noah.browser.open(`${account}/passkeys/rename?id=${id}`),
    await sendForm(noah.browser, site, `${account}/passkeys/rename?id=${id}`, { name: 'Of Noah' }),
    await sendForm(noah.browser, site, `${account}/passkeys/remove?id=${id}`),
  ]
  for (const page of pages) expect([page.url.pathname, page.html.includes('Of ')]).toEqual([account, false])
  expect((await mia.browser.open(account)).html).toContain('Of Mia')
})

it('offers no passkeys at an IP address, and says why', async () => {
  await using byAddress = await openTestIdentity()
  const mia = await byAddress.signUp()
  expect((await byAddress.browser().open('/auth/signin')).html).not.toContain('passkey')
  expect((await mia.browser.open(account)).html).toContain('Passkeys can’t be used here')
  expect((await mia.browser.open(`${account}/passkeys/new`)).url.pathname).toBe(account)
})
