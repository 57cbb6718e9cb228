import {
  hasWebAddress,
  type InvitationId,
  invitationId,
  invitationPath,
  type MemberRole,
  organizationId,
  userId,
} from '@linkshelf/contract'
import { renderInvitationEmail } from '@linkshelf/emails'
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
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Email } from '../../platform/mail/mail.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectMembers } from '../member-table.ts'
import { selectOrganizationName } from '../organization-table.ts'
import { createInvitationToken, insertToken, lockOpenInvitation } from './invitation-table.ts'

export const sendInvitationEmailTask = 'send-invitation-email'

/** Jobs that an earlier release enqueued have no `invitedBy`. */
const jobPayload = z.object({ organizationId, invitationId, invitedBy: z.optional(userId) })

/** Retries continue for four days, because a mail server may be down for a weekend. */
const maxAttempts = 25

/**
 * Enqueues the email, which names the user of `ctx` as the inviter. The job creates the token, so the queue does not
 * store it.
 */
export async function enqueueInvitationEmail(tx: Tx, ctx: OrganizationContext<UserContext>, invitation: InvitationId): Promise<void> {
  const payload = { organizationId: ctx.organization.id, invitationId: invitation, invitedBy: ctx.actor.userId }
  await enqueueJob(tx, sendInvitationEmailTask, payload, { key: `${sendInvitationEmailTask}:${invitation}`, maxAttempts })
}

/**
 * The job that emails an invitation. Sends nothing if the invitation was accepted or revoked. If the job runs again, it
 * adds another token. So if a process is killed after the mail server accepted the first email, the links in both
 * emails work.
 */
export async function sendInvitationEmail(deps: MailDeps, payload: unknown): Promise<void> {
  const { organizationId: orgId, invitationId: id, invitedBy } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendInvitationEmailTask }, source: 'job' })
  const ctx = await findSystemContext(job, orgId)
  if (ctx === undefined) return
  const { token, hash } = createInvitationToken(orgId)
  const mutation = { action: 'invitation.send_email', entity: 'invitation', entityId: id } as const
  const stored = mutate(ctx, mutation, async (tx, change) => {
    const { email, role } = (await lockOpenInvitation(tx, orgId, id)) ?? fail('NOT_FOUND')
    change.after = { email }
    await insertToken(tx, orgId, id, hash)
    const inviter = (await selectMembers(tx, orgId)).find(({ user_id }) => user_id === invitedBy)
    return { email, role, organizationName: await selectOrganizationName(tx, orgId), token, inviter }
  })
  await ignoreDeleted(stored.then((invitation) => deps.mail.send(createInvitationEmail(deps.origins.app, invitation))))
}

interface Inviter {
  full_name: string
  /** The confirmed email address. */
  email: string
}

export interface InvitationEmail {
  email: string
  organizationName: string
  role: MemberRole
  token: string
  /** Undefined if the inviter is no longer a member. */
  inviter: Inviter | undefined
}

const nameMaxLength = 60

/**
 * Renders the email. A stranger may have chosen the names of the organization and of the inviter, so both names are
 * cleaned.
 */
function createInvitationEmail(app: string, { email, organizationName, role, token, inviter }: InvitationEmail): Email {
  const invitationUrl = `${app}${invitationPath}${token}`
  const names = { organizationName: cleanName(organizationName), inviter: inviter === undefined ? null : formatInviter(inviter) }
  return { to: email, ...renderInvitationEmail({ ...names, role, invitationUrl }) }
}

/**
 * Formats the inviter's name and email address. Anyone can choose any name, so the email address is needed to identify
 * the inviter.
 */
function formatInviter({ full_name, email }: Inviter): string {
  const name = cleanName(full_name)
  return name === null ? email : `${name} (${email})`
}

/** Returns the name shortened and on one line. Returns null if mail programs would turn the name into a link. */
function cleanName(name: string): string | null {
  const cleaned = name.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()
  if (cleaned === '' || hasWebAddress(cleaned)) return null
  const characters = [...cleaned]
  return characters.length > nameMaxLength ? `${characters.slice(0, nameMaxLength - 1).join('')}…` : cleaned
}
