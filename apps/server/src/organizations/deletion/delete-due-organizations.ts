import { type OrganizationId, organizationReminderDays } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockOrganizationForUpdate, selectOrganizationsDueBy, updateOrganizationRow } from '../organization-table.ts'
import { deleteOrganization } from './delete-organization.ts'
import { enqueueDeletionEmail } from './deletion-emails.ts'

export const deleteDueOrganizationsTask = 'delete-due-organizations'

const dayMs = 86_400_000

type JobDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

/** The hourly job: deletes organizations whose grace is over, and reminds the owners of those whose grace soon is. `deps.db` works as the account of jobs. */
export async function deleteDueOrganizations(deps: JobDeps): Promise<void> {
  const now = deps.clock.now()
  const reminded = new Date(now.getTime() + organizationReminderDays * dayMs)
  for (const { id, deletes_at } of await selectOrganizationsDueBy(deps.db, reminded)) {
    const ctx = await findContext(deps, id)
    if (ctx !== undefined) await ignoreDeleted(deletes_at <= now ? deleteOrganization(ctx) : remind(ctx))
  }
}

/** Once. Throws NOT_FOUND when it was done before, or the organization is kept. */
function remind(ctx: OrganizationContext): Promise<void> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'organization.remind_deletion', entity: 'organization', entityId: id }, async (tx) => {
    const organization = await lockOrganizationForUpdate(tx, id)
    if (organization?.deletes_at == null || organization.deletion_reminded_at !== null) fail('NOT_FOUND')
    await updateOrganizationRow(tx, id, { deletion_reminded_at: ctx.now })
    await enqueueDeletionEmail(tx, id, 'reminder')
  })
}

function findContext(deps: JobDeps, id: OrganizationId): Promise<OrganizationContext | undefined> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteDueOrganizationsTask }, source: 'job' })
  return findSystemContext(job, id)
}
