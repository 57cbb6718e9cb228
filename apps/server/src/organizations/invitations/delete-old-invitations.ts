import type { Deps } from '../../platform/deps.ts'
import { deleteInvitationsExpiredBefore } from './invitation-table.ts'

/** For this long, the link of an ended invitation says why it ended. */
const retentionMs = 30 * 24 * 60 * 60_000

/**
 * The hourly job: deletes invitations that expired a month ago, accepted and revoked ones too. `db` is signed in to
 * as the account of jobs.
 */
export async function deleteOldInvitations({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteInvitationsExpiredBefore(db, new Date(clock.now().getTime() - retentionMs))
}
