import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { aMember, anApiKey, anOrganization, aUser, catchErrorCode } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordLog } from '../../test/record-log.ts'
import { deleteMember } from '../organizations/member-table.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { computeKeyDigest, generateApiKey } from './api-key-text.ts'
import { listApiKeys, revokeApiKey } from './api-keys.ts'
import { type ApiKeyVerifier, openApiKeyVerifier } from './verify-api-keys.ts'

const source = { requestId: 'corr-1', address: '203.0.113.7' }

function openVerifiers(deps: TestDeps, count: number): ApiKeyVerifier[] & Disposable {
  const verifiers = Array.from({ length: count }, () => openApiKeyVerifier(deps))
  const close = () => {
    for (const verifier of verifiers) verifier.close()
  }
  return Object.assign(verifiers, { [Symbol.dispose]: close })
}

/**
 * Verifies the key continuously in each verifier. Returns, for each verifier, how many milliseconds after `change` the
 * key was last accepted.
 */
async function measureAcceptance(verifiers: ApiKeyVerifier[], key: string, change: () => Promise<unknown>): Promise<number[]> {
  let changedAt = Number.POSITIVE_INFINITY
  const accepting = verifiers.map(async (verifier) => {
    let shownAt = performance.now()
    let acceptedAt = 0
    while ((await verifier.verify(key, source)) !== undefined) {
      acceptedAt = shownAt
      await sleep(1)
      shownAt = performance.now()
    }
    return acceptedAt - changedAt
  })
  await change()
  changedAt = performance.now()
  return Promise.all(accepting)
}

it('returns for which user and organization a key acts', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { id, key } = await anApiKey(deps, ctx, { scope: 'read' })
  using verifiers = openVerifiers(deps, 1)

  expect(await verifiers[0]?.verify(key, source)).toMatchObject({
    kind: 'apiKey',
    keyId: id,
    userId: ctx.actor.userId,
    organizationId: ctx.organization.id,
    isReadOnly: true,
  })
})

it('rejects texts that only resemble a key', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx)
  using verifiers = openVerifiers(deps, 1)

  for (const text of [
    'lsk_',
    key.slice(0, -1),
    `${key}x`,
    key.toLowerCase(),
    key.slice(4),
    computeKeyDigest(key).toString('hex'),
    `${key}\0`,
  ])
    expect(await verifiers[0]?.verify(text, source)).toBeUndefined()
})

it('logs each unknown, revoked and expired key once, without the key', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const { log, lines } = recordLog()
  await using deps = await openTestDeps({ log, clock: { now: () => new Date(now) } })
  const { ctx } = await anOrganization(deps)
  const [revoked, expired] = [await anApiKey(deps, ctx), await anApiKey(deps, ctx, { expires_in_days: 1 })]
  await revokeApiKey(ctx, revoked.id)
  using verifiers = openVerifiers(deps, 1)
  lines.length = 0

  now += 24 * 60 * 60_000
  for (const key of ['lsk_none', revoked.key, expired.key, expired.key, revoked.key, 'lsk_none'])
    expect(await verifiers[0]?.verify(key, source)).toBeUndefined()

  const rejected = { event: 'api_key.rejected', level: 40, ...source }
  expect(lines.map(({ keyId }) => keyId)).toEqual([undefined, undefined, expired.id])
  expect(lines).toMatchObject([rejected, rejected, rejected])
  for (const key of [revoked.key, expired.key]) expect(JSON.stringify(lines)).not.toContain(key)
})

it('accepts a revoked key for less than a second in every process, under load', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { id, key } = await anApiKey(deps, ctx)
  using verifiers = openVerifiers(deps, 3)
  const stays = await anApiKey(deps, ctx)

  for (const ms of await measureAcceptance(verifiers, key, () => revokeApiKey(ctx, id))) expect(ms).toBeLessThan(1_000)

  for (const verifier of verifiers) expect(await verifier.verify(stays.key, source)).toBeDefined()
})

it('ends only the long-running requests of a revoked key', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const [revoked, other] = [await anApiKey(deps, ctx), await anApiKey(deps, ctx)]
  using verifiers = openVerifiers(deps, 1)
  const [actor, stays] = [await verifiers[0]?.verify(revoked.key, source), await verifiers[0]?.verify(other.key, source)]

  await revokeApiKey(ctx, revoked.id)

  await expect.poll(() => actor?.ended.aborted).toBe(true)
  expect(stays?.ended.aborted).toBe(false)
})

it('rejects a key if its user left the organization or was deleted', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const { ctx } = owned
  const noah = await aUser(deps)
  const join = () => aMember(deps, owned, { user: noah, role: 'owner' })
  const leave = () =>
    withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => deleteMember(tx, ctx.organization.id, noah.actor.userId))
  using verifiers = openVerifiers(deps, 1)

  const first = await anApiKey(deps, await join())
  await measureAcceptance(verifiers, first.key, leave)
  const rejoined = await join()
  expect(await verifiers[0]?.verify(first.key, source)).toBeUndefined()

  const second = await anApiKey(deps, rejoined)
  await measureAcceptance(verifiers, second.key, () => queryAsOwner(deps, 'delete from users where id = $1', [noah.actor.userId]))
  expect(await listApiKeys(ctx)).toEqual([])
})

it('rejects a key from the moment it expires', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  await using deps = await openTestDeps({ clock: { now: () => new Date(now) } })
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx, { expires_in_days: 1 })
  using verifiers = openVerifiers(deps, 1)

  now = Date.parse('2026-03-02T11:59:59Z')
  expect(await verifiers[0]?.verify(key, source)).toMatchObject({ expiresAt: new Date('2026-03-02T12:00:00Z') })
  now += 1_000
  expect(await verifiers[0]?.verify(key, source)).toBeUndefined()
})

it('stores when a key was last used, once a minute', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  await using deps = await openTestDeps({ clock: { now: () => new Date(now) } })
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx)
  using verifiers = openVerifiers(deps, 1)
  const lastUsed = async () => (await listApiKeys(ctx))[0]?.last_used_at

  await verifiers[0]?.verify(key, source)
  await expect.poll(lastUsed).toBe('2026-03-01T12:00:00.000Z')
  now += 59_000
  await verifiers[0]?.verify(key, source)
  now += 1_000
  await verifiers[0]?.verify(key, source)
  await expect.poll(lastUsed).toBe('2026-03-01T12:01:00.000Z')
})

it('trusts no known key while the database does not respond', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx)
  using verifiers = openVerifiers(deps, 1)
  const actor = await verifiers[0]?.verify(key, source)

  await using _lock = await lockTable(deps)

  await expect.poll(() => actor?.ended.aborted).toBe(true)
})

/** Blocks every query of the keys until the result is disposed of. */
async function lockTable(deps: TestDeps): Promise<AsyncDisposable> {
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  await owner.query('begin; lock table api_keys in access exclusive mode')
  return { [Symbol.asyncDispose]: () => owner.end() }
}

it('limits how many unknown keys a network may send and logs when the limit is reached, but still accepts known keys', async () => {
  const { log, lines } = recordLog()
  await using deps = await openTestDeps({ log })
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx)
  using verifiers = openVerifiers(deps, 1)
  const [verifier] = verifiers
  if (verifier === undefined) throw new Error('One was opened')
  await verifier.verify(key, source)

  const same = generateApiKey()
  for (let nth = 0; nth < 100; nth += 1) expect(await verifier.verify(same, source)).toBeUndefined()
  for (let nth = 1; nth < 60; nth += 1) expect(await verifier.verify(generateApiKey(), source)).toBeUndefined()
  const guess = generateApiKey()
  expect(await catchErrorCode(verifier.verify(guess, source))).toBe('TOO_MANY_REQUESTS')

  const created = { event: 'api_key.created' }
  // Only events are compared, because on a busy machine the log may also say that a confirmation was late.
  expect(lines.filter(({ event }) => event !== undefined)).toMatchObject([
    created,
    ...Array<object>(60).fill({ event: 'api_key.rejected' }),
    { event: 'rate_limit.reached', limit: 'unknown API keys', address: source.address },
  ])
  expect(JSON.stringify(lines)).not.toContain(guess.slice(0, 10))
  expect(await verifier.verify(key, source)).toBeDefined()
  expect(await verifier.verify(generateApiKey(), { ...source, address: '203.0.113.8' })).toBeUndefined()
})

it('accepts a key once the database responds, however often it was sent before', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx)
  using verifiers = openVerifiers(deps, 1)
  {
    await using _missing = await hideTable(deps)
    for (let nth = 0; nth < 100; nth += 1) await expect(verifiers[0]?.verify(key, source)).rejects.toThrow('api_keys')
  }

  expect(await verifiers[0]?.verify(key, source)).toBeDefined()
})

/** Makes every query of the keys fail until the result is disposed of. */
async function hideTable(deps: TestDeps): Promise<AsyncDisposable> {
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  await owner.query('alter table api_keys rename to hidden_api_keys')
  return {
    async [Symbol.asyncDispose]() {
      await owner.query('alter table hidden_api_keys rename to api_keys')
      await owner.end()
    },
  }
}

it('lets the application read keys only by their digests', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { key } = await anApiKey(deps, ctx)

  expect((await sql`select * from api_keys`.execute(deps.db)).rows).toEqual([])
  expect((await sql`select * from find_api_keys(${[computeKeyDigest(key)]}::bytea[])`.execute(deps.db)).rows).toHaveLength(1)
  await expect(sql`select * from find_api_keys(${[computeKeyDigest(key)]}::bytea[])`.execute(deps.edgeDb)).rejects.toThrow(
    'permission denied',
  )
})
