import { z } from 'zod'
import * as mini from 'zod/mini'
import { day, instant } from '../call.ts'
import { uuid } from '../ids.ts'
import { maxCharacters, visibleText } from '../text.ts'
import {
  youtubeChannelErrors,
  youtubeChannelStates,
  youtubeChannelUrlMaxLength,
  youtubeDisclosureMaxLength,
  youtubeLinkGroups,
  youtubeMessages,
  youtubeVideoPageSize,
  youtubeVideoReasons,
  youtubeVideoStates,
  youtubeWatchModes,
} from './youtube-channel-states.ts'
import { parseYoutubeUrl } from './youtube-url.ts'

const count = z.number().int()
const linkGroup = z.enum(youtubeLinkGroups)
const videoState = z.enum(youtubeVideoStates)
export const youtubeVideoId = z.string().regex(/^[\w-]{11}$/)

/** The specification requires camelCase for some fields. All others are in snake_case, like everywhere in the API. */
export const youtubeChannel = z.object({
  id: uuid,
  channelName: z.string(),
  channelUrl: z.string(),
  status: z.enum(youtubeChannelStates),
  /** Null if the channel hides the number. */
  subscribers: count.nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Number of links in descriptions. A link counts as often as it occurs. */
  linksFound: count,
  linksReplaced: count,
  lastMigrationDate: instant.nullable(),
  /** The first 200 distinct links. The report has all of them. */
  replacedLinks: z.array(z.object({ original: z.string(), shortened: z.string() })),
  /** Why the status is `failed`. */
  error: z.enum(youtubeChannelErrors).nullable(),
  /**
   * State of the Google account that may edit the channel's videos. `revoked` means that Google no longer accepts the
   * connection.
   */
  connection: z.enum(['none', 'connected', 'revoked']),
  videos: z.record(videoState, count),
  /**
   * Progress of the current migration or undo. `done` counts the finished videos, and `total` all videos that it
   * includes.
   */
  run: z.object({ kind: z.enum(['migrate', 'undo']), done: count, total: count }).nullable(),
  /**
   * The time when waiting work continues. Work waits if the quota for YouTube's API is used up, or if the channel was
   * read less than an hour ago. Null if no work waits.
   */
  paused_until: instant.nullable(),
  watch: z.enum(youtubeWatchModes),
  /** Text that is added to a migrated description if it has no disclosure. If null, nothing is added. */
  disclosure: z.string().nullable(),
  /** Groups of destinations that are not migrated. A single link can be set to be migrated nevertheless. */
  excluded_groups: z.array(linkGroup),
  scanned_at: instant.nullable(),
})

export const youtubeChannelList = z.object({
  channels: z.array(youtubeChannel),
  /** `in_progress` if any channel is being scanned or migrated. */
  status: z.enum(['in_progress', 'complete']),
  /** Whether the operator has configured what each feature needs. */
  google: z.object({
    can_scan: z.boolean(),
    can_connect: z.boolean(),
    /** The redirect URL that the operator registers at Google for this instance. */
    redirect_url: z.string(),
  }),
  quota: z.object({ units_per_day: count, units_used: count, resets_at: instant }),
})

/** The effects of a migration, which are computed before anything is written. */
export const youtubePreview = z.object({
  videos: count,
  links: count,
  /**
   * `new_links` is the number of short links that would be created. `link_room` is the number of links that the project
   * can still have.
   */
  new_links: count,
  link_room: count,
  quota_units: count,
  /** The day of the last change if no other channel uses the quota. Null if there is nothing to do. */
  finishes_on: day.nullable(),
  groups: z.array(z.object({ group: linkGroup, links: count, excluded: z.boolean() })),
})

export const youtubeVideo = z.object({
  video_id: youtubeVideoId,
  title: z.string(),
  thumbnail_url: z.string(),
  published_at: instant,
  state: videoState,
  reason: z.enum(youtubeVideoReasons).nullable(),
  is_excluded: z.boolean(),
  links: z.array(
    z.object({
      original: z.string(),
      target: z.string(),
      group: linkGroup,
      /** The short URL that replaces the link, or that would replace it. */
      shortened: z.string(),
      is_excluded: z.boolean(),
    }),
  ),
  /**
   * The lines of the description. For a planned video, they compare the current description with the planned one. For a
   * migrated video, they compare the descriptions before and after the migration. If the description was edited since,
   * they compare the stored description with the current one.
   */
  diff: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  /** Languages of translated descriptions that change too. */
  languages: z.array(z.string()),
})

export const youtubeChannelForm = mini.object({
  channelUrl: visibleText(youtubeMessages.urlRequired).check(
    maxCharacters(youtubeChannelUrlMaxLength),
    mini.refine((typed) => parseYoutubeUrl(typed) !== undefined, { error: youtubeMessages.urlInvalid }),
  ),
})

/** The form for the disclosure that is added to descriptions. */
export const youtubeDisclosureForm = mini.object({
  disclosure: visibleText('Please enter the disclosure').check(
    maxCharacters(youtubeDisclosureMaxLength),
    mini.refine((typed) => !/[<>]/.test(typed), { error: 'YouTube allows no < and >' }),
  ),
})

export const youtubeChannelChange = z.strictObject({
  watch: z.enum(youtubeWatchModes).optional(),
  disclosure: mini.optional(mini.nullable(youtubeDisclosureForm.shape.disclosure)),
  excluded_groups: z.array(linkGroup).max(youtubeLinkGroups.length).optional(),
})

export const youtubeVideoQuery = z.strictObject({
  state: videoState.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(youtubeVideoPageSize),
  cursor: z.string().max(200).optional(),
})

export type YoutubeChannel = z.infer<typeof youtubeChannel>
export type YoutubeChannelList = z.infer<typeof youtubeChannelList>
export type YoutubePreview = z.infer<typeof youtubePreview>
export type YoutubeVideo = z.infer<typeof youtubeVideo>
export type YoutubeVideoQuery = z.output<typeof youtubeVideoQuery>
export type YoutubeChannelChange = z.output<typeof youtubeChannelChange>
