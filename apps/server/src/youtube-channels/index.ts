/**
 * Replaces the links in a YouTube channel's descriptions with short links. `channels/` stores channels, `scan/` reads
 * their videos, and `preview/` shows the changes. `connection/` asks for consent at Google. `migrate/` writes one video
 * at a time and can undo it. `descriptions/` edits texts, and `google/` calls the API within its quota.
 */

import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { findUploadsTask, scanChannelTask, sendFinishedTask, writeVideosQueue, writeVideosTask } from './channels/channel-jobs.ts'
import { revokeGrant, revokeGrantTask } from './connection/disconnect-channel.ts'
import type { GoogleDeps } from './google/google.ts'
import { deleteExpiredLookups } from './google/lookups.ts'
import { deleteExpiredShares } from './google/quota.ts'
import { emailRunResult, writeNextVideo } from './migrate/write-next-video.ts'
import { findUploads, watchChannels, watchChannelsTask } from './scan/find-uploads.ts'
import { scanChannel } from './scan/scan-channel.ts'
import { deleteExpiredReads } from './tables/read-table.ts'

export { revokeConnections } from './connection/disconnect-channel.ts'
export { type Google, type GoogleDeps, noGoogle } from './google/google.ts'
export { openGoogle } from './google/open-google.ts'
export { findVideoNames } from './preview/list-videos.ts'
export { toConnectionKey } from './tables/connection-table.ts'
export { youtubeChannelRoutes } from './youtube-channel-routes.ts'

/** Deletes expired lookups, read times and share counts. `db` must use the database account of the jobs process. */
export async function deleteExpiredReadings({ db, clock }: CoreDeps): Promise<void> {
  const now = clock.now()
  await Promise.all([deleteExpiredLookups(db, now), deleteExpiredReads(db, now), deleteExpiredShares(db, now)])
}

export function youtubeChannelJobs(deps: Deps & GoogleDeps): Job[] {
  return [
    { name: scanChannelTask, kind: 'outward', run: (payload, helpers) => scanChannel(deps, payload, helpers) },
    { name: writeVideosTask, kind: 'outward', cron: '* * * * *', queue: writeVideosQueue, run: () => writeNextVideo(deps) },
    { name: sendFinishedTask, kind: 'mail', run: (payload) => emailRunResult(deps, payload) },
    { name: watchChannelsTask, kind: 'upkeep', cron: '13 */2 * * *', run: () => watchChannels(deps) },
    { name: 'delete-expired-youtube-reads', kind: 'upkeep', cron: '38 9 * * *', run: () => deleteExpiredReadings(deps) },
    { name: findUploadsTask, kind: 'outward', run: (payload) => findUploads(deps, payload) },
    { name: revokeGrantTask, kind: 'outward', run: (payload) => revokeGrant(deps, payload) },
  ]
}
