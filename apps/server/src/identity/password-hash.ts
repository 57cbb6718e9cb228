import { randomBytes } from 'node:crypto'
import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. */
const parameters = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

export function hashPassword(password: string): Promise<string> {
  return hash(sameText(password), parameters)
}

/** Costs the same whether the password is right or wrong. */
export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, sameText(password))
}

/** True for a hash made with other parameters than today's. */
export function isOutdatedHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(prefix)
}

/** The hash of a password that nobody has: comparing with it costs an unknown address as much time as a known one. */
export function makeUnknownHash(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64'))
}

/** The same characters typed on two keyboards may arrive in different code points (NIST SP 800-63B-4, 3.1.1.2). */
function sameText(password: string): string {
  return password.normalize('NFKC')
}
