/**
 * Replaces the links in the descriptions of a YouTube channel by short links. `channels/` stores channels, `scan/`
 * reads their videos, `preview/` shows the changes, `connection/` asks for consent at Google, `migrate/` writes one
 * video at a time and can undo it, `descriptions/` edits texts, and `google/` calls the API within its quota.
 */

export { revokeConnections } from './connection/disconnect-channel.ts'
export { type Google, type GoogleDeps, noGoogle } from './google/google.ts'
export { openGoogle } from './google/open-google.ts'
export { findVideoNames } from './preview/list-videos.ts'
export { youtubeChannelJobs } from './youtube-channel-jobs.ts'
export { youtubeChannelRoutes } from './youtube-channel-routes.ts'
