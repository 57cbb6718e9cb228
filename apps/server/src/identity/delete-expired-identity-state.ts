import type { Deps } from '../platform/deps.ts'
import { deleteExpiredLetterTokens } from './letter-token-table.ts'
import { deleteRetiredKeys } from './provider/identity-key-table.ts'
import { deleteExpiredState } from './provider/identity-state-table.ts'
import { deleteOldTries } from './throttle-table.ts'

/** Rows that no longer mean anything: they are refused by their dates already, this gives their room back. */
export async function deleteExpiredIdentityState({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await Promise.all([deleteExpiredState(db, now), deleteExpiredLetterTokens(db, now), deleteOldTries(db, now), deleteRetiredKeys(db, now)])
}
