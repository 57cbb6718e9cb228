import { analytics } from './analytics.ts'
import { links } from './links.ts'
import { me } from './me.ts'
import { organizations, projects } from './organizations.ts'

export * from './analytics.ts'
export * from './links.ts'
export * from './me.ts'
export * from './organizations.ts'
export * from './plans.ts'
export * from './refusals.ts'
export * from './sign-in.ts'

/** Every call of the API, by room. */
export const contract = { me, organizations, projects, links, analytics }
