import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { getCode, openTestIdentity } from '../../../test/open-test-identity.ts'
import {
  anAuthorization,
  openSignIn,
  type PublicTokens,
  readTokens,
  redeemCode,
  redeemPublicRefreshToken,
  redeemRefreshToken,
} from '../../../test/test-browser.ts'
import { deleteExpiredIdentityState } from '../identity-jobs.ts'
import { createStateAdapter } from './provider-state-adapter.ts'

const concurrency = 50

it.each(['AuthorizationCode', 'RefreshToken'])(
  'lets exactly one of fifty concurrent calls consume a %s, and deletes its family',
  async (kind) => {
    await using deps = await openTestDeps()
    const getAdapter = createStateAdapter(deps)
    await getAdapter('Grant').upsert('grant', {}, 60)
    await getAdapter(kind).upsert('secret', { grantId: 'grant' }, 60)

    const calls = await Promise.allSettled(Array.from({ length: concurrency }, () => getAdapter(kind).consume('secret')))
    expect(calls.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of calls) if (each.status === 'rejected') expect(each.reason).toMatchObject({ error: 'invalid_grant' })
    expect(await getAdapter('Grant').find('grant')).toBeUndefined()
    expect(await getAdapter(kind).find('secret')).toBeUndefined()
  },
)

it('rejects an authorization request with NUL in a value that would be stored', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()

  for (const name of ['nonce', 'acr_values', 'state']) {
    const { status, headers } = await browser.fetch(anAuthorization(site.app, { [name]: 'NUL \0' }).url)
    const answer = new URL(headers.get('location') ?? '').searchParams
    expect([name, status, answer.get('error')]).toEqual([name, 303, name === 'state' ? null : 'invalid_request'])
  }
})

it('redeems a code for exactly one of fifty concurrent requests, and revokes its tokens', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const authorization = anAuthorization(site.app)
  const code = getCode(await browser.open(authorization.url))

  const responses = await Promise.all(Array.from({ length: concurrency }, () => redeemCode(site.app, code, authorization.verifier)))
  const succeeded = responses.filter((response) => response.status === 200)
  expect(succeeded).toHaveLength(1)
  expect(await readErrors(responses)).toEqual(['invalid_grant'])

  const { refresh_token } = await tokensIn(succeeded)
  expect((await redeemPublicRefreshToken(site.app, refresh_token)).status).toBe(400)
})

it('redeems a refresh token for exactly one of fifty concurrent requests, and revokes its whole family', async () => {
  await using site = await openTestIdentity()
  const { tokens } = await site.signUp()

  const responses = await Promise.all(Array.from({ length: concurrency }, () => redeemRefreshToken(site.app, tokens.refresh_token)))
  const succeeded = responses.filter((response) => response.status === 200)
  expect(succeeded).toHaveLength(1)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 401]))

  const { refresh_token } = readTokens(succeeded[0] ?? Response.error())
  expect((await redeemRefreshToken(site.app, refresh_token)).status).toBe(401)
})

it('revokes the family when a used refresh token is sent again', async () => {
  await using site = await openTestIdentity()
  const { tokens, browser } = await site.signUp()
  const second = readTokens(await redeemRefreshToken(site.app, tokens.refresh_token))
  const third = readTokens(await redeemRefreshToken(site.app, second.refresh_token))

  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(401)
  expect((await redeemRefreshToken(site.app, third.refresh_token)).status).toBe(401)
  // The new session has another secret, so its browser stays signed in and gets a new family of tokens.
  expect(getCode(await openSignIn(browser))).not.toBe('')
})

it('revokes the family when a used code is sent again', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const authorization = anAuthorization(site.app)
  const code = getCode(await browser.open(authorization.url))
  const tokens = (await (await redeemCode(site.app, code, authorization.verifier)).json()) as PublicTokens
  expect((await redeemCode(site.app, code, authorization.verifier)).status).toBe(400)
  expect((await redeemPublicRefreshToken(site.app, tokens.refresh_token)).status).toBe(400)
})

it('stores a refresh token for the fourteen days in which it must be used', async () => {
  await using site = await openTestIdentity()
  const { tokens } = await site.signUp()
  const renewed = readTokens(await redeemRefreshToken(site.app, tokens.refresh_token))
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from expires_at - now())::int as left from identity_state where kind = 'RefreshToken' and consumed_at is null
  `.execute(site.deps.db)
  expect(renewed.refresh_token).not.toBe('')
  expect(rows[0]?.left).toBeLessThanOrEqual(14 * 86_400)
  expect(rows[0]?.left).toBeGreaterThan(14 * 86_400 - 120)
})

it('stores no secret of a browser', async () => {
  await using site = await openTestIdentity()
  const { tokens, browser } = await site.signUp()
  await browser.open(anAuthorization(site.app, { prompt: 'login' }).url)
  const secrets = [tokens.refresh_token, ...[...browser.cookies.values()].map((cookie) => cookie.value)]
  const { rows } = await sql<{ text: string }>`select identity_state::text as text from identity_state`.execute(site.deps.db)
  const stored = rows.map((row) => row.text).join('\n')
  const session = [...browser.cookies].find(([name]) => name === 'linkshelf-session')?.[1].value ?? 'missing'
  expect(secrets.length).toBeGreaterThan(2)
  expect(stored).not.toContain(tokens.refresh_token)
  expect(stored).not.toContain(session)
})

it('deletes expired rows and no others', async () => {
  await using site = await openTestIdentity()
  const { tokens } = await site.signUp()
  await deleteExpiredIdentityState(site.deps)
  expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(200)

  site.clock.forward(61 * 86_400_000)
  await deleteExpiredIdentityState(site.deps)
  for (const table of ['identity_state', 'throttles', 'password_resets', 'pending_sign_ups', 'sign_up_requests'] as const) {
    expect(await site.deps.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
})

async function tokensIn([response]: Response[]): Promise<PublicTokens> {
  if (response === undefined) throw new Error('No request succeeded')
  return (await response.json()) as PublicTokens
}

async function readErrors(responses: Response[]): Promise<string[]> {
  const rejected = responses.filter((response) => response.status !== 200)
  const bodies = await Promise.all(rejected.map((response) => response.json() as Promise<{ error: string }>))
  return [...new Set(bodies.map((body) => body.error))]
}
