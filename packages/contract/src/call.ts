import { oc, type Route } from '@orpc/contract'
import { z } from 'zod'
import * as mini from 'zod/mini'
import type { OwnerTask } from './access/owner-tasks.ts'
import type { MemberRole } from './access/roles.ts'
import { errors } from './errors.ts'
import { organizationId, projectId } from './ids.ts'

/** Properties of a call that its route does not have. */
export interface CallMeta {
  /** Only a signed-in user may make the call; API keys are rejected. */
  isForUsersOnly?: boolean
  /**
   * Whether a signed-in user has to have entered their password within the last minutes: for each such call,
   * or, with `by-input`, for some, which the operation decides with `requireRecentSignIn`. API keys have no
   * sign-in and are never asked.
   */
  needsRecentSignIn?: 'always' | 'by-input'
  /** The call gives access to others: where mail is sent, the account has confirmed its address first. */
  needsConfirmedEmail?: boolean
  /** The least role in the organization of its path; undefined for a call without one. */
  role?: MemberRole
  /** The call stores files: it fails while the instance has too little free disk space. */
  storesFiles?: boolean
  /** The call adds to a project: it fails while the project is archived. */
  addsToProject?: boolean
  /** The response is sent for long: its concurrency has a limit apart from that of other calls. */
  concurrency?: 'streams' | 'downloads'
  /** Only owners may make it, and this is the task it belongs to. */
  ownerTask?: OwnerTask
  /** Fields of its body that only owners change, and the task that each belongs to. */
  ownerFields?: Readonly<Record<string, OwnerTask>>
}

interface CallOptions extends Omit<CallMeta, 'role'> {
  /**
   * For a write of the user's own things, which viewers have too. Any other write needs a member, unless it names a
   * task of owners.
   */
  role?: 'viewer'
  summary: string
}

const oneCall = oc.$meta<CallMeta>({})

/**
 * A call of the API: its route, and the errors that every call may return. Input is split into params, query, headers
 * and body. API keys may make it too, unless it is for users only; viewers, when it only reads.
 */
export function call({
  isForUsersOnly = false,
  needsRecentSignIn,
  needsConfirmedEmail = false,
  storesFiles = false,
  addsToProject = false,
  concurrency,
  role,
  ownerTask,
  ownerFields,
  ...route
}: Route & CallOptions) {
  const leastRole = ownerTask === undefined ? (role ?? (route.method === 'GET' ? 'viewer' : 'member')) : 'owner'
  return oneCall
    .meta({
      isForUsersOnly,
      needsConfirmedEmail,
      storesFiles,
      addsToProject,
      ...(concurrency !== undefined && { concurrency }),
      ...(needsRecentSignIn !== undefined && { needsRecentSignIn }),
      ...(route.path?.includes('{orgId}') && { role: leastRole }),
      ...(ownerTask !== undefined && { ownerTask }),
      ...(ownerFields !== undefined && { ownerFields }),
    })
    .route({ inputStructure: 'detailed', ...route })
    .errors(
      errors(
        'REQUEST_INVALID',
        'SIGN_IN_REQUIRED',
        'NOT_FOUND',
        'REQUEST_TOO_LARGE',
        'BODY_TOO_SLOW',
        'BODY_NOT_JSON',
        'TOO_MANY_REQUESTS',
        'INSTANCE_BUSY',
      ),
    )
    .errors(errors(...listKeyErrors(isForUsersOnly, route.method)))
    .errors(errors(...(needsRecentSignIn === undefined ? [] : (['REAUTHENTICATION_REQUIRED'] as const))))
    .errors(errors(...(storesFiles ? (['INSTANCE_STORAGE_FULL'] as const) : [])))
    .errors(errors(...(addsToProject ? (['PROJECT_ARCHIVED'] as const) : [])))
    .errors(errors(...(needsConfirmedEmail ? (['EMAIL_UNCONFIRMED'] as const) : [])))
}

function listKeyErrors(
  isForUsersOnly: boolean,
  method: Route['method'],
): ('API_KEY_REJECTED' | 'API_KEY_READ_ONLY' | 'API_REQUEST_LIMIT_REACHED')[] {
  if (isForUsersOnly) return ['API_KEY_REJECTED']
  return method === 'GET' ? ['API_REQUEST_LIMIT_REACHED'] : ['API_KEY_READ_ONLY', 'API_REQUEST_LIMIT_REACHED']
}

/** A call without sign-in. A call with input declares the errors of its input itself. */
export function publicCall(path: `/v1/public/${string}`, summary: string, method: 'GET' | 'POST' = 'GET') {
  return oneCall
    .route({ method, path, summary, inputStructure: 'detailed', spec: (operation) => ({ ...operation, security: [] }) })
    .errors(errors('INSTANCE_BUSY'))
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

const timeZoneMessage = 'Choose a time zone'

/** An IANA time zone name that is stored. */
export const timeZoneName = mini
  .string({ error: timeZoneMessage })
  .check(mini.maxLength(64, { error: timeZoneMessage }), mini.refine(isTimeZone, { error: timeZoneMessage }))

/** `Intl` takes offsets such as +05:45 too, which are no names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
