import { decodeProtectedHeader } from 'jose'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { fetchTokens, openTestIdentity, testIdentitySecrets } from '../../../test/open-test-identity.ts'
import { createTokenVerifier } from '../../access/index.ts'
import { deleteExpiredIdentityState } from '../identity-jobs.ts'
import { rotateIdentityKeys } from '../index.ts'
import { createKeyFinder, loadIdentityKeys } from './identity-keys.ts'
import { createKeyCipher } from './key-cipher.ts'

const keyCipher = createKeyCipher(testIdentitySecrets)

it('creates the keys once, also when several processes start at the same time', async () => {
  await using deps = await openTestDeps()
  const loaded = await Promise.all(Array.from({ length: 6 }, () => loadIdentityKeys({ ...deps, keyCipher })))
  expect(new Set(loaded.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await loadIdentityKeys({ ...deps, keyCipher })).toEqual(loaded[0])
})

it('publishes public keys only', async () => {
  await using site = await openTestIdentity()
  const { keys } = (await (await fetch(`${site.app}/oidc/jwks`)).json()) as { keys: Record<string, unknown>[] }
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  expect(keys[0]).not.toHaveProperty('d')
})

it('signs with a new key after a rotation, verifies the old key for a day, and users stay signed in', async () => {
  await using site = await openTestIdentity()
  const { deps } = site
  const before = await site.signUp()
  await rotateIdentityKeys({ ...deps, keyCipher })

  const rules = { issuer: site.identity.issuer, audience: site.identity.audience }
  const startedEarlier = createTokenVerifier({ ...rules, keys: site.identity.jwks })
  await site.restart()
  const startedLater = createTokenVerifier({ ...rules, keys: site.identity.jwks })
  const { signing } = await loadIdentityKeys({ ...deps, keyCipher })
  const after = await site.signUp()

  expect(decodeProtectedHeader(after.tokens.access_token).kid).toBe(signing[0].kid)
  expect(decodeProtectedHeader(before.tokens.access_token).kid).toBe(signing[1]?.kid)
  for (const verify of [startedEarlier, startedLater]) {
    expect(await verify(before.tokens.access_token)).toBeDefined()
    expect(await verify(after.tokens.access_token)).toBeDefined()
  }
  expect((await fetchTokens(before.browser)).access_token).not.toBe('')

  site.clock.forward(25 * 60 * 60_000)
  await deleteExpiredIdentityState(deps)
  const old = createKeyFinder({ ...deps, keyCipher }, await loadIdentityKeys({ ...deps, keyCipher }))
  expect((await loadIdentityKeys({ ...deps, keyCipher })).signing).toHaveLength(1)
  expect(await createTokenVerifier({ ...rules, keys: old })(before.tokens.access_token)).toBeUndefined()
})

it('reloads the keys at most once in ten seconds when tokens name unknown keys', async () => {
  const clock = { now: () => new Date('2026-05-01T10:00:00.000Z') }
  await using deps = await openTestDeps({ clock })
  const keys = await loadIdentityKeys({ ...deps, keyCipher })
  let reads = 0
  const countingDb = new Proxy(deps.db, {
    get(db, name) {
      if (name === 'selectFrom') reads += 1
      return Reflect.get(db, name, db)
    },
  })
  const find = createKeyFinder({ db: countingDb, clock, keyCipher }, keys)
  for (let token = 0; token < 20; token += 1) {
    await expect(find({ alg: 'ES256', kid: `k${token}` }, { payload: '', signature: '' })).rejects.toThrow()
  }
  expect(reads).toBe(1)
})

it('stores keys encrypted, and encrypts keys that an earlier version stored in plain text', async () => {
  await using deps = await openTestDeps()
  const before = await loadIdentityKeys({ ...deps, keyCipher })
  const rows = await deps.db.selectFrom('identity_keys').selectAll().execute()
  expect(rows.map((row) => row.encrypted_with)).toEqual(Array.from({ length: 3 }, () => keyCipher.id))
  expect(JSON.stringify(rows)).not.toContain(before.signing[0].d)
  for (const row of rows) {
    const plain = keyCipher.decrypt(row.id, row) ?? ''
    await deps.db.updateTable('identity_keys').set({ secret: plain, encrypted_with: null }).where('id', '=', row.id).execute()
  }

  expect(await loadIdentityKeys({ ...deps, keyCipher })).toEqual(before)

  const encrypted = await deps.db.selectFrom('identity_keys').selectAll().execute()
  expect(encrypted.map((row) => row.encrypted_with)).toEqual(Array.from({ length: 3 }, () => keyCipher.id))
})

it('re-encrypts the keys when both secrets are configured, and rejects a start with only an unknown secret', async () => {
  await using deps = await openTestDeps()
  const before = await loadIdentityKeys({ ...deps, keyCipher })
  const next = Buffer.from('another secret of a test run')

  const changing = createKeyCipher([next, ...testIdentitySecrets])
  expect(await loadIdentityKeys({ ...deps, keyCipher: changing })).toEqual(before)

  expect(await loadIdentityKeys({ ...deps, keyCipher: createKeyCipher([next]) })).toEqual(before)
  await expect(loadIdentityKeys({ ...deps, keyCipher })).rejects.toThrow(/Set IDENTITY_SECRET/)
})
