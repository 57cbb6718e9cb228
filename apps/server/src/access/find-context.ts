import { type Entitlements, entitlementsOf, type OrganizationId, type ProjectId, type UserId } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type Scope, withScope } from '../platform/postgres/with-scope.ts'
import type { Actor, OrganizationContext, ProjectContext, RequestContext, UserContext } from './context.ts'

/**
 * The context of a signed-in user's request about an organization; undefined when they don't belong to
 * it, or it does not exist.
 */
export async function findOrganizationContext(
  ctx: UserContext,
  organizationId: OrganizationId,
): Promise<OrganizationContext<UserContext> | undefined> {
  const organization = await withScope(ctx.db, actorScope(ctx.actor), (tx) =>
    selectMembership(tx, ctx.actor.userId, organizationId).executeTakeFirst(),
  )
  return organization && { ...ctx, organization, entitlements: entitlementsOf(organization) }
}

/** The same for a project of the organization. One statement, by primary keys. */
export async function findProjectContext(
  ctx: UserContext,
  organizationId: OrganizationId,
  projectId: ProjectId,
): Promise<ProjectContext<UserContext> | undefined> {
  const found = await withScope(ctx.db, actorScope(ctx.actor), (tx) =>
    selectMembership(tx, ctx.actor.userId, organizationId)
      .innerJoin('projects', 'projects.organization_id', 'members.organization_id')
      .where('projects.id', '=', projectId)
      .executeTakeFirst(),
  )
  return found && { ...ctx, organization: found, entitlements: entitlementsOf(found), project: { id: projectId } }
}

/**
 * Returns the rows that an actor sees before an organization is named: a user sees the organizations they belong to, an
 * API key only its own organization.
 */
export function actorScope(actor: Actor): Scope {
  if (actor.kind === 'apiKey') return { organizationId: actor.organizationId }
  return actor.kind === 'user' ? { userId: actor.userId } : {}
}

/** Within a transaction that sees the organization; undefined when it does not exist. */
export async function selectEntitlements(tx: Tx, organizationId: OrganizationId): Promise<Entitlements | undefined> {
  const settings = await selectSettings(tx, organizationId)
  return settings && entitlementsOf(settings)
}

/**
 * The context of a job or command that acts with an owner's role; undefined when the organization does not exist. The
 * project is not looked up.
 */
export function findSystemContext(ctx: RequestContext, organizationId: OrganizationId): Promise<OrganizationContext | undefined>
export function findSystemContext(
  ctx: RequestContext,
  organizationId: OrganizationId,
  projectId: ProjectId,
): Promise<ProjectContext | undefined>
export async function findSystemContext(
  ctx: RequestContext,
  organizationId: OrganizationId,
  projectId?: ProjectId,
): Promise<ProjectContext | undefined> {
  const settings = await withScope(ctx.db, { organizationId }, (tx) => selectSettings(tx, organizationId))
  if (settings === undefined) return undefined
  const organization = { ...settings, role: 'owner' } as const
  const inOrganization = { ...ctx, organization, entitlements: entitlementsOf(settings) }
  return projectId === undefined ? (inOrganization as ProjectContext) : { ...inOrganization, project: { id: projectId } }
}

const settingColumns = [
  'organizations.id',
  'organizations.package',
  'organizations.full_analytics_enabled',
  'organizations.store_page_enabled',
  'organizations.product_page_enabled',
  'organizations.dashboard_days',
] as const

function selectSettings(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('organizations').select(settingColumns).where('organizations.id', '=', organizationId).executeTakeFirst()
}

function selectMembership(tx: Tx, userId: UserId, organizationId: OrganizationId) {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .select([...settingColumns, 'members.role'])
}
