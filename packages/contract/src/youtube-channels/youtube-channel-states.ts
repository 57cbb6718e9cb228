import type { Retailer } from '@linkshelf/retailers'
import { projectArchivedMessage } from '../error-messages.ts'

export const youtubeChannelStates = ['pending', 'scanning', 'ready', 'migrating', 'completed', 'failed'] as const
export type YoutubeChannelState = (typeof youtubeChannelStates)[number]

export const youtubeChannelErrors = [
  'connection_revoked',
  'connection_of_other_channel',
  'channel_gone',
  'not_configured',
  'youtube_failed',
] as const
export type YoutubeChannelError = (typeof youtubeChannelErrors)[number]

export const youtubeChannelErrorTexts: Record<YoutubeChannelError, string> = {
  connection_revoked: 'Google no longer accepts the connection. Connect the channel again.',
  connection_of_other_channel: 'The connected Google account does not own this channel. Connect the account that does.',
  channel_gone: 'YouTube no longer has this channel.',
  not_configured: 'This instance has no Google project any more. Ask its operator.',
  youtube_failed: 'YouTube did not answer as expected. Nothing was lost. Please try again.',
}

/** States of a video, in the order in which the screen shows them. */
export const youtubeVideoStates = [
  'planned',
  'queued',
  'migrated',
  'changed',
  'too_long',
  'failed',
  'excluded',
  'restoring',
  'restored',
  'left',
  'unchanged',
  'short',
] as const
export type YoutubeVideoState = (typeof youtubeVideoStates)[number]

export const youtubeVideoStateLabels: Record<YoutubeVideoState, string> = {
  planned: 'To migrate',
  queued: 'Waiting',
  migrated: 'Migrated',
  changed: 'Edited since the scan',
  too_long: 'Too long',
  failed: 'Failed',
  excluded: 'Left out',
  restoring: 'Undo waiting',
  restored: 'Undone',
  left: 'Edited since the migration',
  unchanged: 'Nothing to migrate',
  short: 'Short',
}

/** Reasons why a video was not migrated, or can't be migrated. */
export const youtubeVideoReasons = ['link_limit', 'project_archived', 'video_gone', 'rejected', 'too_long'] as const
export type YoutubeVideoReason = (typeof youtubeVideoReasons)[number]

export const youtubeVideoReasonTexts: Record<YoutubeVideoReason, string> = {
  link_limit: 'Your plan has no room for more links in this project.',
  project_archived: projectArchivedMessage,
  video_gone: 'YouTube no longer has this video.',
  rejected: 'YouTube did not accept the new description.',
  too_long: 'With the short links, the description would be longer than YouTube allows. It stays as it is.',
}

/** Destinations are grouped by retailer. The group `other` has all other destinations. */
export type YoutubeLinkGroup = Retailer | 'other'

export const youtubeLinkGroupLabels: Record<YoutubeLinkGroup, string> = {
  amazon: 'Amazon',
  ebay: 'eBay',
  aliexpress: 'AliExpress',
  other: 'Other links',
}

export const youtubeLinkGroups = Object.keys(youtubeLinkGroupLabels) as YoutubeLinkGroup[]

/** What happens to a newly uploaded video: it is ignored (`off`), offered for migration, or migrated. */
export const youtubeWatchModes = ['off', 'offer', 'automatic'] as const
export type YoutubeWatchMode = (typeof youtubeWatchModes)[number]

export const youtubeChannelsPerProject = 20
export const youtubeVideoPageSize = 20
export const youtubeChannelUrlMaxLength = 500
export const youtubeDisclosureMaxLength = 300
/** Maximum number of replaced links per channel in the list of channels. The report has all of them. */
export const youtubeReplacedLinksShown = 200

/** Google redirects the owner to this path below the app's origin. */
export const youtubeConnectionPath = '/settings/youtube'

export const youtubeMessages = {
  shareUsed:
    'Your organization has used its share of YouTube’s quota for today, which renews at midnight Pacific time. Connected channels are not limited by it.',
  urlRequired: 'Please enter a channel URL',
  urlInvalid: 'Please enter a valid YouTube channel URL',
  added: 'Channel Added',
  started: 'Migration Started',
  disclosure: 'As an affiliate, I earn from qualifying purchases made through links here.',
} as const
