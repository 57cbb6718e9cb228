import { type InvitationId, invitationId, type OrganizationId, organizationId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectOrganizationName } from '../organization-table.ts'
import { invitationEmail } from './invitation-email.ts'
import { insertToken, lockOpenInvitation } from './invitation-table.ts'
import { createInvitationToken } from './invitation-token.ts'

export const sendInvitationEmailTask = 'send-invitation-email'

const jobPayload = z.object({ organizationId, invitationId })

/** Retries last four days: a mail server may be down for a weekend. */
const maxAttempts = 25

/** The queue stores no token: the job creates one. */
export async function enqueueInvitationEmail(tx: Tx, organization: OrganizationId, invitation: InvitationId): Promise<void> {
  const payload = { organizationId: organization, invitationId: invitation }
  await enqueueJob(tx, sendInvitationEmailTask, payload, { key: `${sendInvitationEmailTask}:${invitation}`, maxAttempts })
}

/**
 * The background job that emails an invitation, unless it was accepted or revoked. A job that runs again adds a token: an email that the mail server
 * accepted just before a kill has a link that works too.
 */
export async function sendInvitationEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>,
  payload: unknown,
): Promise<void> {
  const { organizationId: orgId, invitationId: id } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendInvitationEmailTask }, source: 'job' })
  const ctx = await findSystemContext(job, orgId)
  if (ctx === undefined) return
  const { token, hash } = createInvitationToken(orgId)
  const mutation = { action: 'invitation.send_email', entity: 'invitation', entityId: id } as const
  const stored = mutate(ctx, mutation, async (tx) => {
    const { email, role } = (await lockOpenInvitation(tx, orgId, id)) ?? fail('NOT_FOUND')
    await insertToken(tx, orgId, id, hash)
    return { email, role, organizationName: await selectOrganizationName(tx, orgId), token }
  })
  await ignoreDeleted(stored.then((invitation) => deps.mail.send(invitationEmail(deps.origins.app, invitation))))
}
