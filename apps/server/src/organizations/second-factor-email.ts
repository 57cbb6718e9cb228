import { type OrganizationId, organizationId, passkeysAnchor, userId } from '@linkshelf/contract'
import { renderSecondFactorRequiredEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../access/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectMembers, selectSecondFactorsByMember } from './member-table.ts'
import { selectOrganization } from './organization-table.ts'

export const sendSecondFactorTask = 'send-second-factor-required'

const jobPayload = z.object({ organizationId, userId })

/** Retries continue for four days, because a mail server may be down for a weekend. */
const maxAttempts = 25

/** Enqueues one email to each member without a second factor. */
export async function enqueueSecondFactorEmails(tx: Tx, id: OrganizationId): Promise<void> {
  for (const [member, factors] of await selectSecondFactorsByMember(tx, id)) {
    if (factors.length === 0) await enqueueJob(tx, sendSecondFactorTask, { organizationId: id, userId: member }, { maxAttempts })
  }
}

/**
 * The job that emails one member. Sends nothing if the member has a second factor by now, the membership has ended, or
 * the organization no longer requires a second factor.
 */
export async function sendSecondFactorEmail(deps: MailDeps, payload: unknown): Promise<void> {
  const { organizationId: id, userId: recipient } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendSecondFactorTask }, source: 'job' })
  const ctx = await findSystemContext(job, id)
  if (ctx === undefined) return
  const [organization, members, factors] = await read(ctx, async (tx) => [
    await selectOrganization(tx, id),
    await selectMembers(tx, id),
    await selectSecondFactorsByMember(tx, id),
  ])
  const member = members.find(({ user_id }) => user_id === recipient)
  if (!organization?.second_factor_required || member === undefined || factors.get(recipient)?.length !== 0) return
  const email = renderSecondFactorRequiredEmail({
    organizationName: organization.name,
    accountUrl: `${deps.origins.app}${passkeysAnchor}`,
  })
  await deps.mail.send({ to: member.email, ...email })
}
