import { oc, type Route } from '@orpc/contract'
import { z } from 'zod'
import { errors } from './errors.ts'
import { organizationId, projectId } from './ids.ts'

/** A call of the API: its route, and the errors every call may give. Input always names where each part travels. */
export function call(route: Route & { summary: string }) {
  return oc
    .route({ inputStructure: 'detailed', ...route })
    .errors(errors('REQUEST_INVALID', 'SIGN_IN_REQUIRED', 'NOT_FOUND', 'REQUEST_TOO_LARGE'))
}

/** A call that anybody may make, without input: it gives no errors but a fault. */
export function publicCall(path: `/v1/public/${string}`, summary: string) {
  return oc.route({ method: 'GET', path, summary, inputStructure: 'detailed', spec: (operation) => ({ ...operation, security: [] }) })
}

export const organizationParams = z.object({ orgId: organizationId })
export const projectParams = z.object({ orgId: organizationId, projectId })

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
