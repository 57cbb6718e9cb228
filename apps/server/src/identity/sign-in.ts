import type { IdentityTools } from './identity-tools.ts'
import { hashPassword, isOutdatedHash, isPassword } from './password-hash.ts'
import { signInAllowances, type Try } from './throttle.ts'
import { type Credentials, selectCredentials, updatePasswordHash } from './user-table.ts'

export type SignInOutcome = { kind: 'signed-in'; userId: string } | { kind: 'wrong' } | { kind: 'throttled' }

export interface SignInTry {
  email: string
  password: string
  /** As `addressGroup` gives it. */
  network: string
}

/**
 * An unknown address and a wrong password are one outcome, reached by the same work: a look-up and one comparison of hashes. Tries are
 * counted before the password is looked at, also for addresses that nobody has.
 */
export async function signIn(tools: Pick<IdentityTools, 'db' | 'throttle' | 'unknownHash'>, given: SignInTry): Promise<SignInOutcome> {
  const { db, throttle, unknownHash } = tools
  const tries = signInTries(given)
  if (!(await throttle.take(...tries))) return { kind: 'throttled' }

  const known = await selectCredentials(db, given.email)
  const fits = await isPassword(known?.password_hash ?? unknownHash, given.password)
  if (known === undefined || !fits) return { kind: 'wrong' }

  await throttle.giveBack(...tries)
  await renewHash(tools, known, given.password)
  return { kind: 'signed-in', userId: known.id }
}

/** What one try to sign in counts against. */
function signInTries({ email, network }: Pick<SignInTry, 'email' | 'network'>): Try[] {
  const account = email.toLowerCase()
  return [
    { allowance: signInAllowances.accountFromNetwork, subject: `${account}\0${network}` },
    { allowance: signInAllowances.account, subject: account },
    { allowance: signInAllowances.network, subject: network },
  ]
}

async function renewHash({ db }: Pick<IdentityTools, 'db'>, { id, password_hash }: Credentials, password: string): Promise<void> {
  if (isOutdatedHash(password_hash)) await updatePasswordHash(db, id, password_hash, await hashPassword(password))
}
