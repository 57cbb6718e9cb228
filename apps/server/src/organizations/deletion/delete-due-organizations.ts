import { organizationReminderDays } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, mutate, type OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockOrganizationForUpdate, selectOrganizationsDueBy, updateOrganizationRow } from '../organization-table.ts'
import { deleteOrganization } from './delete-organization.ts'
import { enqueueDeletionEmail } from './deletion-emails.ts'
import { runDueDeletions } from './run-due-deletions.ts'

export const deleteDueOrganizationsTask = 'delete-due-organizations'

const dayMs = 86_400_000

type JobDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

/**
 * The hourly job: deletes organizations whose grace is over, and reminds the owners of those whose grace soon is.
 * `deps.db` works as the account of jobs.
 */
export async function deleteDueOrganizations(deps: JobDeps): Promise<void> {
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
  return mutate(ctx, { action: 'organization.remind_deletion', entity: 'organization', entityId: id }, async (tx) => {
    const organization = await lockOrganizationForUpdate(tx, id)
    if (organization?.deletes_at == null || organization.deletion_reminded_at !== null) fail('NOT_FOUND')
    await updateOrganizationRow(tx, id, { deletion_reminded_at: ctx.now })
    await enqueueDeletionEmail(tx, id, 'reminder')
  })
}
