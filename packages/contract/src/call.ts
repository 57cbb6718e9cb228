import { oc, type Route } from '@orpc/contract'
import { z } from 'zod'
import { errors } from './errors.ts'
import { organizationId, projectId } from './ids.ts'

/** A call of the API: its route, and the errors that every call may return. Input is split into params, query, headers and body. */
export function call(route: Route & { summary: string }) {
  return oc
    .route({ inputStructure: 'detailed', ...route })
    .errors(errors('REQUEST_INVALID', 'SIGN_IN_REQUIRED', 'NOT_FOUND', 'REQUEST_TOO_LARGE', 'BODY_NOT_JSON', 'TOO_MANY_REQUESTS'))
}

/** A call without sign-in and without input; its only error is an internal one. */
export function publicCall(path: `/v1/public/${string}`, summary: string) {
  return oc.route({ method: 'GET', path, summary, inputStructure: 'detailed', spec: (operation) => ({ ...operation, security: [] }) })
}

export const organizationParams = z.object({ orgId: organizationId })
export const projectParams = z.object({ orgId: organizationId, projectId })

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day, `yyyy-mm-dd`. */
export const day = z.iso.date()

/** An IANA time zone name; it decides where days begin. Without one, and when it is empty, days are UTC. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => name === '' || isTimeZone(name), { error: 'Not a time zone this server knows' })
  .transform((name) => name || 'UTC')
  .default('UTC')

/** `Intl` takes offsets such as +05:45 too, which are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
