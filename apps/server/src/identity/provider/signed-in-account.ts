import { sessionIdleMs, sessionLifetimeMs, type UserId } from '@linkshelf/contract'
import type { CoreDeps } from '../../platform/deps.ts'
import { selectSessionEnd } from '../tables/session-table.ts'
import { type AccountRow, selectAccount } from '../tables/user-table.ts'

/** A user's sign-in on a browser. */
export interface SignIn {
  userId: UserId
  /** The provider's id of the session. */
  sessionUid: string | undefined
  signedInAt: Date
}

/**
 * Returns the account of a sign-in. Returns undefined if the sign-in has ended, that is, if:
 * - the sign-in is 30 days old or was not used for 14 days
 * - its session was signed out or has a later sign-in
 * - its user was signed out everywhere
 * - its account is deleted or disabled
 */
export async function findSignedInAccount(
  { db, clock }: Pick<CoreDeps, 'db' | 'clock'>,
  { userId: id, sessionUid, signedInAt }: SignIn,
): Promise<AccountRow | undefined> {
  const [account, session] = await Promise.all([
    selectAccount(db, id),
    sessionUid === undefined ? undefined : selectSessionEnd(db, sessionUid),
  ])
  if (account === undefined || account.disabled_at !== null) return undefined

  const nowMs = clock.now().getTime()
  const signedInMs = signedInAt.getTime()
  const lastUsedMs = Math.max(signedInMs, session?.last_used_at.getTime() ?? 0)
  const confirmedMs = Math.max(signedInMs, session?.confirmed_at?.getTime() ?? 0)
  const isOver =
    signedInMs + sessionLifetimeMs <= nowMs ||
    lastUsedMs + sessionIdleMs <= nowMs ||
    beganBefore(session?.signed_in_at, signedInMs) ||
    beganBefore(session?.signed_out_at, signedInMs) ||
    beganBefore(account.signed_out_at, confirmedMs)
  return isOver ? undefined : account
}

/**
 * Returns whether a sign-in began before a sign-out. Sign-in times have whole seconds, so a sign-in within the second
 * of the sign-out is valid.
 */
function beganBefore(instant: Date | null | undefined, beganAtMs: number): boolean {
  return instant != null && beganAtMs < Math.floor(instant.getTime() / 1_000) * 1_000
}
