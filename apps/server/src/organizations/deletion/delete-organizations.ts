import { type OrganizationId, organizationReminderDays } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { selectMembers } from '../member-table.ts'
import { deleteOrganizationRow, lockOrganizationForUpdate, selectOrganizationsDueBy, updateOrganizationRow } from '../organization-table.ts'
import { enqueueDeletedEmails, enqueueDeletionEmail } from './deletion-emails.ts'

export const deleteDueOrganizationsTask = 'delete-due-organizations'

const dayMs = 86_400_000

/**
 * The hourly job. Deletes organizations whose grace period has ended, and reminds the owners of organizations whose
 * grace period ends soon. `deps.db` must be connected as the jobs account.
 */
export async function deleteDueOrganizations(deps: CoreDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await selectOrganizationsDueBy(deps.db, new Date(now.getTime() + organizationReminderDays * dayMs))
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteDueOrganizationsTask }, source: 'job' })
  const inOrganization = (work: (ctx: OrganizationContext) => Promise<void>) => async (organization: (typeof due)[number]) => {
    const ctx = await findSystemContext(job, organization.id)
    if (ctx !== undefined) await work(ctx)
  }
  await runDueDeletions(due, { now, end: inOrganization(deleteOrganization), remind: inOrganization(remind) })
}

/** Reminds the owners once. Throws NOT_FOUND if they were already reminded or the deletion was canceled. */
function remind(ctx: OrganizationContext): Promise<void> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'organization.remind_deletion', entity: 'organization', entityId: id }, async (tx, change) => {
    const organization = await lockOrganizationForUpdate(tx, id)
    if (organization?.deletes_at == null || organization.deletion_reminded_at !== null) return fail('NOT_FOUND')
    change.after = { name: organization.name }
    await updateOrganizationRow(tx, id, { deletion_reminded_at: ctx.now })
    await enqueueDeletionEmail(tx, id, 'reminder')
  })
}

export function createDeletionMutation(id: OrganizationId) {
  return { action: 'organization.delete', entity: 'organization', entityId: id, role: 'owner', lock: 'exclusive' } as const
}

/**
 * Deletes the organization with all its data and notifies its owners. Throws NOT_FOUND if its grace period has not
 * ended, the deletion was canceled, or the organization is already deleted. Triggers delete the audit log, and, an hour
 * later, the clicks.
 */
export function deleteOrganization(ctx: OrganizationContext): Promise<void> {
  const { id } = ctx.organization
  return mutate(ctx, createDeletionMutation(id), async (tx, change) => {
    const organization = await lockOrganizationForUpdate(tx, id)
    if (organization?.deletes_at == null || organization.deletes_at > ctx.now) return fail('NOT_FOUND')
    const owners = (await selectMembers(tx, id)).filter(({ role }) => role === 'owner')
    change.before = { name: organization.name }
    await deleteOrganizationRow(tx, id)
    await enqueueDeletedEmails(tx, organization.name, owners)
  })
}

interface DeletionSteps<T> {
  now: Date
  /** Runs if the grace period has ended. */
  end: (due: T) => Promise<void>
  /** Runs if the grace period has not ended yet. */
  remind: (due: T) => Promise<void>
}

/**
 * Calls `end` for each entry of `due` whose grace period has ended, and `remind` for the other entries. Skips entries
 * that were deleted or whose deletion was canceled. If an entry fails, the others still run, and the errors are thrown
 * at the end.
 */
export async function runDueDeletions<T extends { deletes_at: Date }>(
  due: readonly T[],
  { now, end, remind }: DeletionSteps<T>,
): Promise<void> {
  const failures: unknown[] = []
  for (const each of due) {
    await ignoreDeleted(each.deletes_at <= now ? end(each) : remind(each)).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deletions failed`)
}
