import type { OrganizationId, PackageName, ProjectId } from '@linkshelf/contract'
import { type Db, type Tx, withScope } from '../platform/postgres/postgres.ts'
import { fail } from './app-error.ts'
import { projectCall, signedInCall } from './calls.ts'

export interface Person {
  userId: string
  knownUntil?: Date
}

export interface Project {
  id: ProjectId
  organizationId: OrganizationId
  package: PackageName
  hasFullAnalytics: boolean
  dashboardDays: number
  role: 'owner' | 'member'
}

export const inProjectCall = projectCall.use(({ context, next }) => {
  const { organization, project, actor } = context.ctx
  return next({
    context: {
      person: {
        userId: actor.userId as string,
        ...(actor.kind === 'user' && actor.expiresAt && { knownUntil: actor.expiresAt }),
      } as Person,
      project: {
        id: project.id,
        organizationId: organization.id,
        package: organization.package,
        hasFullAnalytics: organization.full_analytics_enabled,
        dashboardDays: organization.dashboard_days,
        role: organization.role,
      } as Project,
    },
  })
})

export const projectOwnerCall = inProjectCall.use(({ context, next }) => {
  if (context.project.role !== 'owner') fail('NOT_FOUND')
  return next()
})

export const personCall = signedInCall.use(({ context, next }) =>
  next({ context: { person: { userId: context.ctx.actor.userId } as Person } }),
)

export function inProject<T>(db: Db, project: { organizationId: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withScope(db, { organizationId: project.organizationId }, work)
}

export async function holdProject(tx: Tx, { id, organizationId }: Pick<Project, 'id' | 'organizationId'>): Promise<void> {
  const held = await tx
    .selectFrom('organizations')
    .innerJoin('projects', 'projects.organization_id', 'organizations.id')
    .select('projects.id')
    .where('organizations.id', '=', organizationId)
    .where('projects.id', '=', id)
    .forKeyShare(['organizations', 'projects'])
    .executeTakeFirst()
  if (held === undefined) fail('NOT_FOUND')
}
