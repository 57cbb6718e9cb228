import { z } from 'zod'
import { instant, publicCall } from './call.ts'

/** Where the terms of an instance stand unless its operator names another address; on the app's origin. */
export const termsPath = '/terms'

export const instanceAbout = z.object({
  terms_url: z.string(),
  social_links: z.array(z.object({ name: z.string(), url: z.url() })),
})

export const partNames = ['redirects', 'database', 'analytics'] as const

export const instanceStatus = z.object({
  /** `degraded`: some part is down. */
  status: z.enum(['operational', 'degraded']),
  parts: z.array(z.object({ name: z.enum(partNames), status: z.enum(['up', 'down']) })),
  checked_at: instant,
})

/** What anybody may know about this instance; no sign-in. */
export const instance = {
  about: publicCall('/v1/public/instance', 'Terms and social links of this instance').output(instanceAbout),
  status: publicCall('/v1/public/status', 'Which parts of this instance are up').output(instanceStatus),
}

export type PartName = (typeof partNames)[number]
export type InstanceAbout = z.infer<typeof instanceAbout>
export type InstanceStatus = z.infer<typeof instanceStatus>
