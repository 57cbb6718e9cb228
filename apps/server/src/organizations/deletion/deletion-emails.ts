import { type OrganizationId, organizationId } from '@linkshelf/contract'
import { renderDeletionReminderEmail, renderDeletionScheduledEmail, renderOrganizationDeletedEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../../access/index.ts'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectMembers } from '../member-table.ts'
import { selectOrganization } from '../organization-table.ts'

export const sendDeletionEmailTask = 'send-organization-deletion-email'
export const sendDeletedEmailTask = 'send-organization-deleted-email'

/** Retries continue for four days, because a mail server may be down for a weekend. */
const maxAttempts = 25

const kinds = { scheduled: renderDeletionScheduledEmail, reminder: renderDeletionReminderEmail } as const
const deletionJob = z.object({ organizationId, kind: z.enum(['scheduled', 'reminder']) })
/** The payload contains all values, because the organization no longer exists when the job runs. */
const deletedJob = z.object({ to: z.string(), organizationName: z.string() })

export function enqueueDeletionEmail(tx: Tx, id: OrganizationId, kind: keyof typeof kinds): Promise<void> {
  return enqueueJob(tx, sendDeletionEmailTask, { organizationId: id, kind }, { maxAttempts })
}

export async function enqueueDeletedEmails(tx: Tx, organizationName: string, owners: readonly { email: string }[]): Promise<void> {
  for (const { email } of owners) await enqueueJob(tx, sendDeletedEmailTask, { to: email, organizationName }, { maxAttempts })
}

/**
 * The job that emails every owner about the scheduled deletion. Sends nothing if the deletion was canceled or the
 * organization is already deleted.
 */
export async function sendDeletionEmail(deps: MailDeps, payload: unknown): Promise<void> {
  const { organizationId: id, kind } = deletionJob.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendDeletionEmailTask }, source: 'job' })
  const ctx = await findSystemContext(job, id)
  if (ctx === undefined) return
  const { organization, members } = await read(ctx, async (tx) => ({
    organization: await selectOrganization(tx, id),
    members: await selectMembers(tx, id),
  }))
  if (organization?.deletes_at == null) return
  const props = {
    organizationName: organization.name,
    deletesAt: organization.deletes_at,
    keepUrl: `${deps.origins.app}/settings/data?organization=${id}`,
  }
  for (const { email, role } of members) if (role === 'owner') await deps.mail.send({ to: email, ...kinds[kind](props) })
}

export async function sendDeletedEmail({ mail }: MailDeps, payload: unknown): Promise<void> {
  const { to, organizationName } = deletedJob.parse(payload)
  await mail.send({ to, ...renderOrganizationDeletedEmail({ organizationName }) })
}
