import { deletionGraceDays, type Organization, type OrganizationId, type UserId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, organizationCall, read, signedInCall, type UserContext } from '../access/index.ts'
import { selectLinkCounts } from '../links/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { insertProject, selectProjects, toProject } from '../projects/index.ts'
import { enqueueDeletionEmail } from './deletion/deletion-emails.ts'
import { insertMember } from './member-table.ts'
import {
  insertOrganization,
  lockOrganizationForUpdate,
  lockUserForUpdate,
  selectLackingSecondFactor,
  selectOrganization,
  selectOrganizationsByUser,
  updateOrganizationRow,
} from './organization-table.ts'
import { enqueueSecondFactorEmails } from './second-factor-email.ts'

const userCalls = signedInCall.organizations
const calls = organizationCall.organizations

export function organizationRoutes(deps: Deps) {
  return {
    list: userCalls.list.handler(({ context }) => listOrganizations(context.ctx)),
    create: userCalls.create.handler(({ context, input }) => createOrganization(deps, context.ctx, input.body.name)),
    update: calls.update.handler(({ context, input }) => updateOrganization(context.ctx, input.body)),
    requireSecondFactor: calls.requireSecondFactor.handler(({ context, input }) => requireSecondFactor(context.ctx, input.body.required)),
    delete: calls.delete.handler(({ context }) => requestDeletion(context.ctx)),
    cancelDeletion: calls.cancelDeletion.handler(({ context }) => cancelDeletion(context.ctx)),
    keep: calls.keep.handler(({ context }) => cancelDeletion(context.ctx)),
  }
}

/** Lists the user's organizations, oldest membership first. Each has its projects, oldest first. */
export async function listOrganizations(ctx: UserContext): Promise<Organization[]> {
  const [organizations, lacking, projects, linkCounts] = await read(ctx, async (tx) => {
    const rows = await selectOrganizationsByUser(tx, ctx.actor.userId)
    const ids = rows.map((row) => row.id)
    const lackingSecondFactor = await selectLackingSecondFactor(tx, ctx.actor, ids)
    return [rows, lackingSecondFactor, await selectProjects(tx, ids), await selectLinkCounts(tx, ids)] as const
  })

  return organizations.map(({ deletion_reminded_at: _, ...row }) => ({
    ...row,
    has_plans: ctx.hasPlans,
    full_analytics_enabled: !ctx.hasPlans || row.full_analytics_enabled,
    second_factor_missing: lacking.has(row.id),
    deletes_at: row.deletes_at?.toISOString() ?? null,
    organization_id: row.id,
    projects: projects
      .filter((project) => project.organization_id === row.id)
      .map((project) => toProject(project, linkCounts.get(project.id) ?? 0)),
  }))
}

/** Throws NOT_FOUND if the user is not a member. */
async function getOrganization(ctx: UserContext, id: OrganizationId): Promise<Organization> {
  return (await listOrganizations(ctx)).find((organization) => organization.id === id) ?? fail('NOT_FOUND')
}

const firstProject = { name: 'My links', description: 'Links of this organization' }

/**
 * Creates a Free organization with one active project. The user becomes its owner. Throws SIGN_IN_REQUIRED if the
 * account was deleted.
 */
export async function createOrganization(deps: CoreDeps, ctx: UserContext, name: string): Promise<Organization> {
  const id = deps.ids.next<OrganizationId>()
  const newOrganization = { ...ctx, organization: { id } }
  const mutation = { action: 'organization.create', entity: 'organization', entityId: id, lock: 'none' } as const
  await mutate(newOrganization, mutation, async (tx, change) => {
    if (!(await lockUserForUpdate(tx, ctx.actor.userId))) fail('SIGN_IN_REQUIRED')
    change.after = await insertOwnedOrganization(tx, deps, ctx, { id, name, ownerId: ctx.actor.userId })
  })
  return getOrganization(ctx, id)
}

/**
 * Inserts an organization with its owner and its first project. Runs in the transaction that creates the organization,
 * or that creates an account with its first organization. Returns the content of the audit entry.
 */
export async function insertOwnedOrganization(
  tx: Tx,
  { ids }: CoreDeps,
  { now }: { now: Date },
  { id, name, ownerId }: { id: OrganizationId; name: string; ownerId: UserId },
): Promise<object> {
  await insertOrganization(tx, { id, name, createdAt: now })
  await insertMember(tx, id, { userId: ownerId, role: 'owner', createdAt: now })
  const project = await insertProject(tx, id, { id: ids.next(), ...firstProject, createdAt: now })
  return { organization: { id, name }, project: { id: project.id, name: project.name } }
}

/** Renames the organization. Only owners may call this. */
export async function updateOrganization(ctx: OrganizationContext<UserContext>, { name }: { name: string }): Promise<Organization> {
  const { id } = ctx.organization
  await mutate(ctx, { action: 'organization.update', entity: 'organization', entityId: id }, async (tx, change) => {
    const before = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    await updateOrganizationRow(tx, id, { name })
    change.before = { name: before.name }
    change.after = { name }
  })
  return getOrganization(ctx, id)
}

/**
 * Requires a second factor from all members, or stops requiring it. Waits for writes that have begun; later writes of
 * members without a second factor fail. Throws SECOND_FACTOR_MISSING if the owner has none. Only owners may call this.
 */
export async function requireSecondFactor(ctx: OrganizationContext<UserContext>, isRequired: boolean): Promise<Organization> {
  const { id } = ctx.organization
  const mutation = { action: 'organization.require_second_factor', entity: 'organization', entityId: id, lock: 'exclusive' } as const
  await mutate(ctx, mutation, async (tx, change) => {
    const before = (await selectOrganization(tx, id)) ?? fail('NOT_FOUND')
    await updateOrganizationRow(tx, id, { second_factor_required: isRequired })
    if ((await selectLackingSecondFactor(tx, ctx.actor, [id])).has(id)) fail('SECOND_FACTOR_MISSING')
    change.before = { name: before.name, second_factor_required: before.second_factor_required }
    change.after = { name: before.name, second_factor_required: isRequired }
    if (isRequired && !before.second_factor_required) await enqueueSecondFactorEmails(tx, id)
  })
  return getOrganization(ctx, id)
}

/** Returns the names of the user's organizations that require a second factor. */
export async function listOrganizationsRequiringSecondFactor(ctx: UserContext): Promise<string[]> {
  const organizations = await read(ctx, (tx) => selectOrganizationsByUser(tx, ctx.actor.userId))
  return organizations.flatMap(({ name, second_factor_required: isRequired }) => (isRequired ? name : []))
}

const dayMs = 86_400_000

/**
 * Schedules the deletion after the grace period. If it is already scheduled, the date does not change. Throws
 * ORGANIZATION_LAST if the user has no other organization that remains. Only owners may call this.
 */
export async function requestDeletion(ctx: OrganizationContext<UserContext>): Promise<Organization> {
  const { id } = ctx.organization
  const mutation = {
    action: 'organization.request_deletion',
    entity: 'organization',
    entityId: id,
    lock: 'exclusive',
  } as const
  await mutate(ctx, mutation, async (tx, change) => {
    await lockUserForUpdate(tx, ctx.actor.userId) // otherwise two concurrent requests would each see the other's organization as remaining
    const organizations = await selectOrganizationsByUser(tx, ctx.actor.userId)
    const { name, deletes_at } = organizations.find((organization) => organization.id === id) ?? fail('NOT_FOUND')
    const deletesAt = deletes_at ?? new Date(ctx.now.getTime() + deletionGraceDays * dayMs)
    change.after = { name, deletes_at: deletesAt.toISOString() }
    if (deletes_at !== null) return
    if (!organizations.some((other) => other.id !== id && other.deletes_at === null)) fail('ORGANIZATION_LAST')
    await updateOrganizationRow(tx, id, { deletes_at: deletesAt, deletion_reminded_at: null })
    await enqueueDeletionEmail(tx, id, 'scheduled')
  })
  return getOrganization(ctx, id)
}

/** Cancels the deletion. Does nothing if no deletion is scheduled. Only owners may call this. */
export async function cancelDeletion(ctx: OrganizationContext<UserContext>): Promise<Organization> {
  const { id } = ctx.organization
  await mutate(ctx, { action: 'organization.keep', entity: 'organization', entityId: id }, async (tx, change) => {
    const { name } = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    change.after = { name }
    await updateOrganizationRow(tx, id, { deletes_at: null, deletion_reminded_at: null })
  })
  return getOrganization(ctx, id)
}
