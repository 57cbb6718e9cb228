import type { Deps } from '../platform/deps.ts'
import { deleteExpiredAttempts } from '../platform/throttle/postgres-attempts.ts'
import { deleteRetiredKeys } from './keys/identity-key-table.ts'
import { deleteExpiredEmailTokens } from './tables/email-token-table.ts'
import { deleteExpiredState } from './tables/identity-state-table.ts'
import { deleteExpiredSessions } from './tables/session-table.ts'
import { deleteExpiredSignUpRequests } from './tables/sign-up-request-table.ts'

/** Deletes rows that their dates already make invalid. */
export async function deleteExpiredIdentityState({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await Promise.all([
    deleteExpiredState(db, now),
    deleteExpiredSessions(db, now),
    deleteExpiredEmailTokens(db, now),
    deleteExpiredSignUpRequests(db, now),
    deleteExpiredAttempts(db, now),
    deleteRetiredKeys(db, now),
  ])
}
