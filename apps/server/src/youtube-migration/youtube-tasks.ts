import type { JobHelpers } from 'graphile-worker'
import type { Deps } from '../platform/deps.ts'
import { findUploadsTask, scanChannelTask, sendFinishedTask, writeVideosTask } from './channels/channel-jobs.ts'
import { revokeGrant, revokeGrantTask } from './connection/revoke-grant.ts'
import type { Google } from './google/google.ts'
import { writeNextVideo } from './migrate/run-turn.ts'
import { sendFinished } from './migrate/send-finished.ts'
import { findUploads, watchChannels, watchChannelsTask } from './scan/find-uploads.ts'
import { scanChannel } from './scan/scan-channel.ts'

type Task = (payload: unknown, helpers: Pick<JobHelpers, 'job'>) => Promise<void>

export function youtubeTasks(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins' | 'fetchDestination'>,
  google: Google,
): Record<string, Task> {
  return {
    [scanChannelTask]: (payload, helpers) => scanChannel(deps, google, payload, helpers),
    [writeVideosTask]: () => writeNextVideo(deps, google),
    [sendFinishedTask]: (payload) => sendFinished(deps, payload),
    [watchChannelsTask]: () => watchChannels(deps),
    [findUploadsTask]: (payload) => findUploads(deps, google, payload),
    [revokeGrantTask]: (payload) => revokeGrant(deps, google, payload),
  }
}
