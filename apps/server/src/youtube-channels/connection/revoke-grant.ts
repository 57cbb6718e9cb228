import { youtubeChannelId } from '@linkshelf/contract'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { Google } from '../google/google.ts'
import { GoogleError } from '../google/google-error.ts'
import { isConnected } from '../tables/connection-table.ts'
import { connectionKey } from './connection-key.ts'

/** The trigger `youtube_connections_revoke_grant` adds jobs of this task too. */
export const revokeGrantTask = 'revoke-youtube-grant'

const grantJob = z.object({
  channelId: youtubeChannelId,
  /** The channel whose owner consented. */
  youtubeId: z.string(),
  /** The encrypted token. */
  secret: z.string(),
  encryptedWith: z.string(),
})
export type GrantJob = z.input<typeof grantJob>

/**
 * Ends a grant at Google whose connection has ended. Google ends all tokens of a grant together, so it stays while
 * another connection of the channel, in any project, relies on it. `db` is signed in to as the account of jobs. Throws
 * GoogleError for what a later attempt may mend.
 */
export async function revokeGrant({ db }: Pick<Deps, 'db'>, { consent }: Google, payload: unknown): Promise<void> {
  const { channelId, youtubeId, secret, encryptedWith } = grantJob.parse(payload)
  if (await isConnected(db, youtubeId)) return
  const token = consent?.cipher.decrypt(connectionKey(channelId), { secret, encrypted_with: encryptedWith })
  if (token === undefined) return
  await consent?.revoke(token).catch((error: unknown) => {
    // The owner has ended it already.
    if (!(error instanceof GoogleError && error.kind === 'rejected')) throw error
  })
}
