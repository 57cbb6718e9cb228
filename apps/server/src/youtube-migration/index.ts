// Replaces the links in the descriptions of a YouTube channel by short links: scans, previews, and runs that write
// videos and can be undone.
export { endConnections } from './connection/end-connections.ts'
export { findVideoNames } from './find-video-names.ts'
export { type Google, withoutGoogle } from './google/google.ts'
export { openGoogle } from './google/open-google.ts'
export { youtubeJobs } from './youtube-jobs.ts'
export { youtubeRoutes } from './youtube-routes.ts'
