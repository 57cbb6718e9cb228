import { contract } from '@linkshelf/contract'
import { implement } from '@orpc/server'
import type { Db } from '../platform/postgres/postgres.ts'
import { fail } from './app-error.ts'
import { findOrganizationOf, findProjectOf, type Person } from './reach.ts'

/** What every call starts from. */
export interface CallContext {
  db: Db
  /** The Authorization header as it came. */
  authorization: string | undefined
  verifyToken: (token: string) => Promise<Person | undefined>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A call that anybody may make. */
export const publicCall = implement(contract).$context<CallContext>()

/** A call of somebody who is signed in: `context.person`. */
export const signedInCall = publicCall.use(async ({ context, next }) => {
  const token = /^Bearer ([^\s]+)$/i.exec(context.authorization ?? '')?.[1]
  const person = token === undefined ? undefined : await context.verifyToken(token)
  return next({ context: { person: person ?? fail('SIGN_IN_REQUIRED') } })
})

/** A call on an organization that the person belongs to: `context.organization`. What you may not see answers as if it weren't there. */
export const inOrganizationCall = signedInCall.use(async ({ context, next }, input: unknown) => {
  const orgId = pathId(input, 'orgId')
  const organization = await findOrganizationOf(context.db, context.person, orgId)
  return next({ context: { organization: organization ?? fail('NOT_FOUND') } })
})

/** A call that only an owner of the organization may make. */
export const ownerCall = inOrganizationCall.use(({ context, next }) => {
  if (context.organization.role !== 'owner') fail('NOT_FOUND')
  return next()
})

/** A call on a project that the person's organization holds: `context.project`. */
export const inProjectCall = signedInCall.use(async ({ context, next }, input: unknown) => {
  const project = await findProjectOf(context.db, context.person, pathId(input, 'orgId'), pathId(input, 'projectId'))
  return next({ context: { project: project ?? fail('NOT_FOUND') } })
})

/** A call on a project that only an owner of its organization may make. */
export const projectOwnerCall = inProjectCall.use(({ context, next }) => {
  if (context.project.role !== 'owner') fail('NOT_FOUND')
  return next()
})

/** These run before the input is checked, so that a stranger learns nothing from its errors; ids are looked at here. */
function pathId(input: unknown, name: 'orgId' | 'projectId'): string {
  const params = (input as { params?: Record<string, unknown> } | undefined)?.params
  const id = params?.[name]
  return typeof id === 'string' && uuid.test(id) ? id.toLowerCase() : fail('NOT_FOUND')
}
