import { oc, type Route } from '@orpc/contract'
import { z } from 'zod'
import { refusals } from './refusals.ts'

/** A call of the API: its route, and the refusals every call may give. Input always names where each part travels. */
export function call(route: Route & { summary: string }) {
  return oc
    .route({ inputStructure: 'detailed', ...route })
    .errors(refusals('REQUEST_INVALID', 'SIGN_IN_REQUIRED', 'NOT_FOUND', 'REQUEST_TOO_LARGE'))
}

export const id = z.uuid()
export const inOrganization = z.object({ orgId: id })
export const inProject = z.object({ orgId: id, projectId: id })

/** What people write. The NUL character is in no text of anybody's, and no database keeps it. */
export const text = z.string().refine((written) => !written.includes('\0'), { error: 'Use letters and other visible characters' })

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day, `yyyy-mm-dd`. */
export const day = z.iso.date()

/** An IANA time zone name; days of an answer are cut in it. */
export const timeZone = z.string().max(64).refine(isTimeZone, { error: 'Not a time zone this server knows' })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
