import { decodeProtectedHeader } from 'jose'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { openTestIdentity, tokensFor } from '../../../test/open-test-identity.ts'
import { createTokenVerifier } from '../../access/index.ts'
import { deleteExpiredIdentityState, rotateIdentityKeys } from '../index.ts'
import { createKeyFinder, loadIdentityKeys } from './identity-keys.ts'

it('creates the keys once, also when several processes start at the same time', async () => {
  await using deps = await openTestDeps()
  const loaded = await Promise.all(Array.from({ length: 6 }, () => loadIdentityKeys(deps)))
  expect(new Set(loaded.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await loadIdentityKeys(deps)).toEqual(loaded[0])
})

it('publishes public keys only', async () => {
  await using site = await openTestIdentity()
  const { keys } = (await (await fetch(`${site.app}/oidc/jwks`)).json()) as { keys: Record<string, unknown>[] }
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  expect(keys[0]).not.toHaveProperty('d')
})

it('signs with a new key after a rotation, verifies the old one for a day, and keeps users signed in', async () => {
  await using site = await openTestIdentity()
  const { deps, app } = site
  const before = await site.signUp()
  await rotateIdentityKeys(deps)

  const rules = { issuer: site.identity.issuer, audience: site.identity.audience }
  const startedEarlier = createTokenVerifier({ ...rules, keys: site.identity.jwks })
  await site.restart()
  const startedLater = createTokenVerifier({ ...rules, keys: site.identity.jwks })
  const { signing } = await loadIdentityKeys(deps)
  const after = await site.signUp()

  expect(decodeProtectedHeader(after.tokens.access_token).kid).toBe(signing[0].kid)
  expect(decodeProtectedHeader(before.tokens.access_token).kid).toBe(signing[1]?.kid)
  for (const verify of [startedEarlier, startedLater]) {
    expect(await verify(before.tokens.access_token)).toBeDefined()
    expect(await verify(after.tokens.access_token)).toBeDefined()
  }
  expect((await tokensFor(before.browser, app)).access_token).not.toBe('')

  site.clock.forward(25 * 60 * 60_000)
  await deleteExpiredIdentityState(deps)
  const old = createKeyFinder(deps.db, deps.clock, await loadIdentityKeys(deps))
  expect((await loadIdentityKeys(deps)).signing).toHaveLength(1)
  expect(await createTokenVerifier({ ...rules, keys: old })(before.tokens.access_token)).toBeUndefined()
})

it('reloads the keys at most once in ten seconds when tokens name unknown keys', async () => {
  const clock = { now: () => new Date('2026-05-01T10:00:00.000Z') }
  await using deps = await openTestDeps({ clock })
  const keys = await loadIdentityKeys(deps)
  let reads = 0
  const countingDb = new Proxy(deps.db, {
    get(db, name) {
      if (name === 'selectFrom') reads += 1
      return Reflect.get(db, name, db)
    },
  })
  const find = createKeyFinder(countingDb, clock, keys)
  for (let token = 0; token < 20; token += 1) {
    await expect(find({ alg: 'ES256', kid: `k${token}` }, { payload: '', signature: '' })).rejects.toThrow()
  }
  expect(reads).toBe(1)
})
