import { type InvitationId, invitationId, organizationId, userId } from '@linkshelf/contract'
import { z } from 'zod'
import {
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type OrganizationContext,
  type UserContext,
} from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectMembers } from '../member-table.ts'
import { selectOrganizationName } from '../organization-table.ts'
import { invitationEmail } from './invitation-email.ts'
import { insertToken, lockOpenInvitation } from './invitation-table.ts'
import { createInvitationToken } from './invitation-token.ts'

export const sendInvitationEmailTask = 'send-invitation-email'

/** A job that an earlier release enqueued has no `invitedBy`. */
const jobPayload = z.object({ organizationId, invitationId, invitedBy: userId.optional() })

/** Retries last four days: a mail server may be down for a weekend. */
const maxAttempts = 25

/** The email says that the user of `ctx` invites. The queue stores no token: the job creates one. */
export async function enqueueInvitationEmail(tx: Tx, ctx: OrganizationContext<UserContext>, invitation: InvitationId): Promise<void> {
  const payload = { organizationId: ctx.organization.id, invitationId: invitation, invitedBy: ctx.actor.userId }
  await enqueueJob(tx, sendInvitationEmailTask, payload, { key: `${sendInvitationEmailTask}:${invitation}`, maxAttempts })
}

/**
 * The background job that emails an invitation, unless it was accepted or revoked. A job that runs again adds a token:
 * an email that the mail server accepted just before a kill has a link that works too.
 */
export async function sendInvitationEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>,
  payload: unknown,
): Promise<void> {
  const { organizationId: orgId, invitationId: id, invitedBy } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendInvitationEmailTask }, source: 'job' })
  const ctx = await findSystemContext(job, orgId)
  if (ctx === undefined) return
  const { token, hash } = createInvitationToken(orgId)
  const mutation = { action: 'invitation.send_email', entity: 'invitation', entityId: id } as const
  const stored = mutate(ctx, mutation, async (tx) => {
    const { email, role } = (await lockOpenInvitation(tx, orgId, id)) ?? fail('NOT_FOUND')
    await insertToken(tx, orgId, id, hash)
    const inviter = (await selectMembers(tx, orgId)).find(({ user_id }) => user_id === invitedBy)
    return { email, role, organizationName: await selectOrganizationName(tx, orgId), token, inviter }
  })
  await ignoreDeleted(stored.then((invitation) => deps.mail.send(invitationEmail(deps.origins.app, invitation))))
}
