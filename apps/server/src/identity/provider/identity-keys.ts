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
import type { Clock } from '../../platform/clock.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { insertKey, type KeyPurpose, lockKeys, retireKeys, selectKeys } from './identity-key-table.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'ids'>

export interface IdentityKeys {
  /** Private keys as JWKs, the one to sign with first. */
  signing: [JWK, ...JWK[]]
  /** The one to sign with first. */
  cookies: [string, ...string[]]
  throttling: string
}

const dayMs = 24 * 60 * 60_000

/** How long a replaced key is still believed: longer than anything it signed lives. */
const afterlifeMs: Record<KeyPurpose, number> = { tokens: dayMs, cookies: 31 * dayMs, throttling: 0 }

/** The keys of this installation; made at the first start, by one process if several start at once. */
export async function openIdentityKeys({ db, clock, ids }: Tools): Promise<IdentityKeys> {
  const keys = await db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const present = await selectKeys(tx, clock.now())
    for (const purpose of ['tokens', 'cookies', 'throttling'] as const) {
      if (present.some((key) => key.purpose === purpose && key.retires_at === null)) continue
      await insertKey(tx, { id: ids.next(), purpose, secret: await makeSecret(purpose), createdAt: clock.now() })
    }
    return selectKeys(tx, clock.now())
  })
  const secrets = (purpose: KeyPurpose) => keys.filter((key) => key.purpose === purpose).map((key) => key.secret)
  const signing = secrets('tokens').map((secret) => JSON.parse(secret) as JWK)
  const cookies = secrets('cookies')
  return { signing: atLeastOne(signing), cookies: atLeastOne(cookies), throttling: atLeastOne(secrets('throttling'))[0] }
}

/** New keys for tokens and cookies; the old ones are believed for a while longer. Processes take the new ones up when they start again. */
export async function rotateIdentityKeys({ db, clock, ids }: Tools): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    for (const purpose of ['tokens', 'cookies'] as const) {
      await retireKeys(tx, purpose, new Date(clock.now().getTime() + afterlifeMs[purpose]))
      await insertKey(tx, { id: ids.next(), purpose, secret: await makeSecret(purpose), createdAt: clock.now() })
    }
  })
}

/** How often, at most, an unknown key id makes us read the keys anew. */
const rereadMs = 10_000

/**
 * Finds the public key of a token. A key that another process made after this one started is found too: an unknown id makes it look into the
 * database, at most once in ten seconds.
 */
export function makeKeyFinder(db: Db, clock: Clock, first: IdentityKeys): JWTVerifyGetKey {
  let find = createLocalJWKSet(publicKeys(first.signing))
  let readAt = Number.NEGATIVE_INFINITY
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (unknown) {
      if (clock.now().getTime() - readAt < rereadMs) throw unknown
      readAt = clock.now().getTime()
      const keys = (await selectKeys(db, clock.now())).filter((key) => key.purpose === 'tokens')
      find = createLocalJWKSet(publicKeys(keys.map((key) => JSON.parse(key.secret) as JWK)))
      return find(header, token)
    }
  }
}

function publicKeys(keys: JWK[]): JSONWebKeySet {
  return { keys: keys.map(({ kty, crv, x, y, kid, alg, use }) => ({ kty, crv, x, y, kid, alg, use })) }
}

async function makeSecret(purpose: KeyPurpose): Promise<string> {
  if (purpose !== 'tokens') return randomBytes(32).toString('base64url')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) })
}

function atLeastOne<T>(keys: T[]): [T, ...T[]] {
  const [first, ...others] = keys
  if (first === undefined) throw new Error('The keys of the identity provider are missing from the database')
  return [first, ...others]
}
