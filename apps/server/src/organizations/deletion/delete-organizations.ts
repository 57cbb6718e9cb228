import { type OrganizationId, organizationReminderDays } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { selectMembers } from '../member-table.ts'
import { deleteOrganizationRow, lockOrganizationForUpdate, selectOrganizationsDueBy, updateOrganizationRow } from '../organization-table.ts'
import { enqueueDeletedEmails, enqueueDeletionEmail } from './deletion-emails.ts'

export const deleteDueOrganizationsTask = 'delete-due-organizations'

const dayMs = 86_400_000

/**
 * The hourly job: deletes organizations whose grace is over, and reminds the owners of those whose grace soon is.
 * `deps.db` works as the account of jobs.
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

/** Reminds the owners once. Throws NOT_FOUND when it was done before, or the organization is kept. */
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
 * Deletes everything that the organization has, and notifies its owners. Throws NOT_FOUND before its time, for
 * an organization that an owner kept meanwhile, and for one that is gone. Triggers delete the audit log, and
 * the clicks an hour later.
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
  /** Runs when the time of the deletion has come. */
  end: (due: T) => Promise<void>
  /** Runs before that time. */
  remind: (due: T) => Promise<void>
}

/**
 * Ends each of them that is due, and reminds of the others. One that was kept or is gone is skipped. One that fails
 * stops no other, and its error is thrown in the end.
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
