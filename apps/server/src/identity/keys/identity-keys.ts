import { randomBytes } from 'node:crypto'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import { logSecurityEvent } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { insertKey, type KeyPurpose, type KeyRow, lockKeys, retireKeys, selectKeys, updateSecret } from './identity-key-table.ts'
import type { KeyCipher } from './key-cipher.ts'

interface KeyDeps extends CoreDeps {
  keyCipher: KeyCipher
}

export interface IdentityKeys {
  /** Private keys as JWKs. The first key signs. */
  signing: [JWK, ...JWK[]]
  /** Keys that sign cookies. The first key signs; every key verifies. */
  cookies: [string, ...string[]]
  throttling: string
}

const dayMs = 24 * 60 * 60_000

/** How long a replaced key still verifies. Must exceed the validity of everything that the key signed. */
const retirementMs: Record<KeyPurpose, number> = { tokens: dayMs, cookies: 31 * dayMs, throttling: 0 }

/**
 * Loads this installation's keys. At the first start, one process creates them, even if several processes start at
 * once. Keys that are in plain text or encrypted with an earlier secret are encrypted again. Throws a StartError if a
 * key was encrypted with a secret that the configuration does not have.
 */
export async function loadIdentityKeys({ db, clock, ids, keyCipher }: KeyDeps): Promise<IdentityKeys> {
  const keys = await db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const existing = await selectKeys(tx, clock.now())
    for (const purpose of ['tokens', 'cookies', 'throttling'] as const) {
      if (existing.some((key) => key.purpose === purpose && key.retires_at === null)) continue
      await insertKey(tx, await generateKey(keyCipher, ids.next(), purpose, clock.now()))
    }
    const all = await selectKeys(tx, clock.now())
    for (const key of all) {
      if (key.encrypted_with !== keyCipher.id) await updateSecret(tx, key.id, keyCipher.encrypt(key.id, decryptKey(keyCipher, key)))
    }
    return selectKeys(tx, clock.now())
  })
  const secrets = (purpose: KeyPurpose) => keys.filter((key) => key.purpose === purpose).map((key) => decryptKey(keyCipher, key))
  const signing = secrets('tokens').map((secret) => JSON.parse(secret) as JWK)
  const cookies = secrets('cookies')
  return { signing: atLeastOne(signing), cookies: atLeastOne(cookies), throttling: atLeastOne(secrets('throttling'))[0] }
}

/**
 * Creates new keys for tokens and cookies and retires the old keys. Processes sign with the new keys after a restart.
 * Throws a StartError if the cipher can't decrypt the old keys, because then no process could decrypt the new keys.
 */
export async function rotateIdentityKeys(deps: KeyDeps): Promise<void> {
  await loadIdentityKeys(deps)
  const { db, clock, ids, log, keyCipher } = deps
  await db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    for (const purpose of ['tokens', 'cookies'] as const) {
      await retireKeys(tx, purpose, new Date(clock.now().getTime() + retirementMs[purpose]))
      await insertKey(tx, await generateKey(keyCipher, ids.next(), purpose, clock.now()))
    }
  })
  logSecurityEvent(log, 'signing_keys.rotated', { retiresAt: new Date(clock.now().getTime() + retirementMs.tokens) })
}

/** Limits how often the keys are read from the database. */
const reloadMs = 10_000

/**
 * Finds the public key of a token. If the key id is unknown, reloads the keys from the database, at most once in ten
 * seconds: another process may have rotated them.
 */
export function createKeyFinder(
  { db, clock, keyCipher }: Pick<KeyDeps, 'db' | 'clock' | 'keyCipher'>,
  initial: IdentityKeys,
): JWTVerifyGetKey {
  let find = createLocalJWKSet(publicKeys(initial.signing))
  let readAt = Number.NEGATIVE_INFINITY
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (unknown) {
      if (clock.now().getTime() - readAt < reloadMs) throw unknown
      readAt = clock.now().getTime()
      const keys = (await selectKeys(db, clock.now())).filter((key) => key.purpose === 'tokens')
      find = createLocalJWKSet(publicKeys(keys.map((key) => JSON.parse(decryptKey(keyCipher, key)) as JWK)))
      return find(header, token)
    }
  }
}

function publicKeys(keys: JWK[]): JSONWebKeySet {
  return { keys: keys.map(({ kty, crv, x, y, kid, alg, use }) => ({ kty, crv, x, y, kid, alg, use })) }
}

async function generateKey(cipher: KeyCipher, id: string, purpose: KeyPurpose, createdAt: Date): Promise<Parameters<typeof insertKey>[1]> {
  return { id, purpose, createdAt, ...cipher.encrypt(id, await generateSecret(purpose)) }
}

function decryptKey(cipher: KeyCipher, key: KeyRow): string {
  const secret = cipher.decrypt(key.id, key)
  if (secret !== undefined) return secret
  throw new StartError(
    'The keys that sign tokens are encrypted with another secret. Set IDENTITY_SECRET to that one, or restore `identity-secret` in the data folder.',
  )
}

async function generateSecret(purpose: KeyPurpose): Promise<string> {
  if (purpose !== 'tokens') return randomBytes(32).toString('base64url')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) })
}

function atLeastOne<T>(keys: T[]): [T, ...T[]] {
  const [first, ...others] = keys
  if (first === undefined) throw new Error('The database contains no keys of the identity provider')
  return [first, ...others]
}
