import { oc, type Route } from '@orpc/contract'
import { z } from 'zod'
import * as mini from 'zod/mini'
import type { OwnerTask } from './access/owner-tasks.ts'
import type { MemberRole } from './access/roles.ts'
import { errors } from './errors.ts'
import { organizationId, projectId } from './ids.ts'

/** Properties of a call that are not part of its route. */
export interface CallMeta {
  /** Only a signed-in user may make the call; API keys are rejected. */
  isForUsersOnly?: boolean
  /**
   * Whether a signed-in user must have signed in or entered their password recently. `by-input` means that the
   * operation decides from the input and calls `requireRecentSignIn`. API keys have no sign-in, so they skip this
   * check.
   */
  needsRecentSignIn?: 'always' | 'by-input'
  /**
   * The call gives other people access. If the instance sends mail, the account must have confirmed its email address
   * first.
   */
  needsConfirmedEmail?: boolean
  /**
   * If true, a member who lacks a required second factor may make the call, provided that the path's `userId` is the
   * member's own id. Every other call about an organization fails for the member.
   */
  isForOwnUserWithoutSecondFactor?: boolean
  /** Minimum role in the organization of the path. Undefined if the path has no organization. */
  role?: MemberRole
  /** The call stores files, so it fails if the instance has too little free disk space. */
  storesFiles?: boolean
  /** The call adds data to a project, so it fails if the project is archived. */
  addsToProject?: boolean
  /** Set if sending the response takes long. The call then has the concurrency limit of streams or of downloads. */
  concurrency?: 'streams' | 'downloads'
  /** Set if only owners may make the call. The value is the task in `ownerTasks` that the call belongs to. */
  ownerTask?: OwnerTask
  /** Fields of the body that only owners may change, with the owner task of each field. */
  ownerFields?: Readonly<Record<string, OwnerTask>>
}

interface CallOptions extends Omit<CallMeta, 'role'> {
  /**
   * Set for a write to the user's own data, which viewers may make too. Any other write requires the member role, or
   * the owner role if the call has an owner task.
   */
  role?: 'viewer'
  summary: string
}

const oneCall = oc.$meta<CallMeta>({})

/**
 * Declares a call of the API: its route, and the errors that every call may return. Input is split into params, query,
 * headers and body. API keys may make the call unless it is for users only. Viewers may make it if it is a GET or has
 * `role: 'viewer'`.
 */
export function call({
  isForUsersOnly = false,
  needsRecentSignIn,
  needsConfirmedEmail = false,
  isForOwnUserWithoutSecondFactor = false,
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
      isForOwnUserWithoutSecondFactor,
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
    .errors(errors(...(route.path?.includes('{orgId}') ? (['SECOND_FACTOR_NEEDED'] as const) : [])))
    .errors(errors(...(needsConfirmedEmail ? (['EMAIL_UNCONFIRMED'] as const) : [])))
}

function listKeyErrors(
  isForUsersOnly: boolean,
  method: Route['method'],
): ('API_KEY_REJECTED' | 'API_KEY_READ_ONLY' | 'API_REQUEST_LIMIT_REACHED')[] {
  if (isForUsersOnly) return ['API_KEY_REJECTED']
  return method === 'GET' ? ['API_REQUEST_LIMIT_REACHED'] : ['API_KEY_READ_ONLY', 'API_REQUEST_LIMIT_REACHED']
}

/**
 * Declares a call without sign-in. If the call has input, it must also declare the errors about input, for example
 * REQUEST_INVALID.
 */
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

/** IANA time zone name, which decides when days begin. If it is missing or empty, days begin in UTC. */
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

/**
 * Whether the text names a time zone. It must begin with a letter, because `Intl` also accepts offsets such as +05:45,
 * which are not time zone names.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
