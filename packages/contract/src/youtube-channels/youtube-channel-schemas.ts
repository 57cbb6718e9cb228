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

/** The fields in camelCase are specified so; the others are in snake_case, as everywhere in the API. */
export const youtubeChannel = z.object({
  id: uuid,
  channelName: z.string(),
  channelUrl: z.string(),
  status: z.enum(youtubeChannelStates),
  /** Null where the channel hides the number. */
  subscribers: count.nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Links in descriptions, counted as often as they occur. */
  linksFound: count,
  linksReplaced: count,
  lastMigrationDate: instant.nullable(),
  /** Distinct, the first 200; the report has all. */
  replacedLinks: z.array(z.object({ original: z.string(), shortened: z.string() })),
  /** Why the status is `failed`. */
  error: z.enum(youtubeChannelErrors).nullable(),
  /** The Google account that may edit the channel's videos. `revoked`: Google no longer accepts it. */
  connection: z.enum(['none', 'connected', 'revoked']),
  /** The number of videos in each state. */
  videos: z.record(videoState, count),
  /** Videos of the present run, or of the present undo, that are done, and all of them. */
  run: z.object({ kind: z.enum(['migrate', 'undo']), done: count, total: count }).nullable(),
  /** The time when work continues; null unless it waits for quota, or for an hour since the channel was read. */
  paused_until: instant.nullable(),
  watch: z.enum(youtubeWatchModes),
  /** Added to migrated descriptions that have no disclosure; null adds none. */
  disclosure: z.string().nullable(),
  /** Destinations that are not migrated unless a link says otherwise. */
  excluded_groups: z.array(linkGroup),
  scanned_at: instant.nullable(),
})

export const youtubeChannelList = z.object({
  channels: z.array(youtubeChannel),
  /** `in_progress` while a channel is scanned or migrated. */
  status: z.enum(['in_progress', 'complete']),
  /** The features that the operator has configured. */
  google: z.object({
    can_scan: z.boolean(),
    can_connect: z.boolean(),
    /** The redirect URL that the operator registers at Google for this instance. */
    redirect_url: z.string(),
  }),
  quota: z.object({ units_per_day: count, units_used: count, resets_at: instant }),
})

/** The effects of a migration, computed before anything is written. */
export const youtubePreview = z.object({
  videos: count,
  links: count,
  /** Short links that would be created, and how many more the project may have. */
  new_links: count,
  link_room: count,
  quota_units: count,
  /** The day of the last change, if no other channel uses the quota. Null without anything to do. */
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
      /** The short URL that replaces it, or would. */
      shortened: z.string(),
      is_excluded: z.boolean(),
    }),
  ),
  /**
   * The description's lines. Planned: present → planned. Migrated: before → after. Edited since: as stored → as it is
   * now.
   */
  diff: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  /** Languages whose translated descriptions change too. */
  languages: z.array(z.string()),
})

/** The form that adds a channel. */
export const youtubeChannelForm = mini.object({
  channelUrl: visibleText(youtubeMessages.urlRequired).check(
    maxCharacters(youtubeChannelUrlMaxLength),
    mini.refine((typed) => parseYoutubeUrl(typed) !== undefined, { error: youtubeMessages.urlInvalid }),
  ),
})

/** The form of the line that is added to descriptions. */
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
