import type { IdentityTools } from './identity-tools.ts'
import { selectPendingSignUp, takePendingSignUp } from './letter-token-table.ts'
import { openAccount } from './open-account.ts'
import { isPassword } from './password-hash.ts'
import { tokenAllowance } from './throttle.ts'

export type ConfirmOutcome = { kind: 'signed-in'; userId: string } | { kind: 'wrong' } | { kind: 'expired' } | { kind: 'throttled' }

export interface Confirmation {
  token: string
  password: string
  network: string
}

/**
 * Opens the account that waits for this link. The password of the form it began with is asked for again: otherwise somebody could fill in
 * the form with another's address and own the account that this other confirms.
 */
export async function confirmSignUp(tools: IdentityTools, { token, password, network }: Confirmation): Promise<ConfirmOutcome> {
  const { db, clock, throttle } = tools
  if (!(await throttle.take({ allowance: tokenAllowance, subject: network }))) return { kind: 'throttled' }

  const pending = await selectPendingSignUp(db, token, clock.now())
  if (pending === undefined) return { kind: 'expired' }
  if (!(await isPassword(pending.password_hash, password))) return { kind: 'wrong' }

  const taken = await db.transaction().execute((tx) => takePendingSignUp(tx, token, clock.now()))
  const userId = taken && (await openAccount(tools, { email: taken.email, fullName: taken.full_name, passwordHash: taken.password_hash }))
  return userId === undefined ? { kind: 'expired' } : { kind: 'signed-in', userId }
}
