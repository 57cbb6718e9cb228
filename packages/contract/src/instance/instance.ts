import { z } from 'zod'
import { day, instant, publicCall } from '../call.ts'
import { signUpModes } from '../identity/sign-in.ts'

const instanceAbout = z.object({
  terms_url: z.string(),
  privacy_url: z.string().describe('What the instance records about visitors and accounts'),
  social_links: z.array(z.object({ name: z.string(), url: z.url() })),
  password_min_length: z.number().int().describe('How many characters a new password has at least'),
  sign_ups: z.enum(signUpModes).describe('Who can create an account: everyone, people with a pending invitation, or nobody'),
})

export const partNames = ['redirects', 'database', 'analytics'] as const

const instanceStatus = z.object({
  /** `degraded`: at least one part is down, clicks are being lost, or a disk is almost full. */
  status: z.enum(['operational', 'degraded']),
  parts: z.array(z.object({ name: z.enum(partNames), status: z.enum(['up', 'down']) })),
  /**
   * Whether visitors are redirected although some of their clicks can't be recorded, because the disk of an edge is
   * full or hangs. It stays true for a minute after the last lost click.
   */
  losing_clicks: z.boolean(),
  /** Whether uploads of files are rejected, because a disk of this instance has too little free space. */
  low_disk: z.boolean(),
  /**
   * Analytics of finished UTC days are read from daily rollups. A day without a rollup is exact too, but slower.
   * `oldest_missing_day` is the oldest day without a rollup in any project, and `hours_late` says how many hours ago
   * this rollup was due. They are null and 0 if no rollup is missing. The object is null if this is unknown.
   */
  daily_rollups: z.object({ oldest_missing_day: day.nullable(), hours_late: z.number().int().nonnegative() }).nullable(),
  checked_at: instant,
})

/** Public information about this instance. The calls need no sign-in. */
export const instance = {
  about: publicCall('/v1/public/instance', 'Get the terms, the privacy page, the social links and the rules of this instance').output(
    instanceAbout,
  ),
  status: publicCall('/v1/public/status', 'Get the status of this instance').output(instanceStatus),
}

export type PartName = (typeof partNames)[number]
export type InstanceAbout = z.infer<typeof instanceAbout>
export type InstanceStatus = z.infer<typeof instanceStatus>
