import { analytics } from './analytics.ts'
import { feedback } from './feedback.ts'
import { instance } from './instance.ts'
import { labels } from './labels.ts'
import { links } from './links.ts'
import { me } from './me.ts'
import { organizations, projects } from './organizations.ts'
import { qrCodes } from './qr-codes.ts'

export * from './analytics.ts'
export * from './errors.ts'
export * from './feedback.ts'
export * from './instance.ts'
export * from './labels.ts'
export * from './links.ts'
export * from './me.ts'
export * from './organizations.ts'
export * from './plans.ts'
export * from './qr-codes.ts'
export * from './sign-in.ts'

/** Every call of the API, by room. */
export const contract = { me, organizations, projects, links, labels, qrCodes, feedback, analytics, instance }
