import { type FeedbackDraft, organizationId, projectId, uuid } from '@linkshelf/contract'
import { renderFeedbackEmail } from '@linkshelf/emails'
import { z } from 'zod'
import {
  createRequestContext,
  fail,
  failRateLimited,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  projectCall,
  read,
  type UserContext,
} from '../access/index.ts'
import type { CoreDeps, Deps, MailDeps } from '../platform/deps.ts'
import { enqueueJob, type Job } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import {
  countFeedbackSince,
  insertFeedback,
  lockUserForUpdate,
  selectUnsentFeedback,
  type UnsentFeedback,
  updateMailedAt,
} from './feedback-table.ts'

const calls = projectCall.feedback

export function feedbackRoutes(deps: Deps) {
  return { submit: calls.submit.handler(({ context, input }) => submitFeedback(deps, context.ctx, input.body)) }
}

const maxPerHour = 20
const hourMs = 3_600_000

/**
 * Stores the feedback and enqueues its email to the operator. Throws TOO_MANY_REQUESTS above twenty per user and hour,
 * and SIGN_IN_REQUIRED if the account is deleted.
 */
export function submitFeedback({ ids }: CoreDeps, ctx: ProjectContext<UserContext>, draft: FeedbackDraft): Promise<{ id: string }> {
  const { actor, organization, project, now } = ctx
  const id = ids.next()
  return mutate(ctx, { action: 'feedback.submit', entity: 'feedback', entityId: id }, async (tx, change) => {
    if (!(await lockUserForUpdate(tx, actor.userId))) fail('SIGN_IN_REQUIRED')
    const sentCount = await countFeedbackSince(tx, actor.userId, new Date(now.getTime() - hourMs))
    if (sentCount >= maxPerHour) failRateLimited(hourMs / 1_000)

    const scope = { organization_id: organization.id, project_id: project.id, user_id: actor.userId }
    await insertFeedback(tx, { id, ...scope, ...draft, created_at: now })
    await enqueueFeedbackEmail(tx, { organizationId: organization.id, projectId: project.id, feedbackId: id })
    // The feedback text is deleted with its project, but the audit entry is not, so it contains only lengths.
    change.after = { subject_length: draft.subject.length, idea_length: draft.idea.length }
    return { id }
  })
}

/** Queued jobs of earlier versions have this task name and these payload fields, so none of them can change. */
const sendFeedbackEmailTask = 'mail-idea'

const jobPayload = z.object({ organizationId, projectId, ideaId: uuid })

/** Retries continue for four days, because a mail server may be down for a weekend. */
const maxAttempts = 25

type JobPayload = z.output<typeof jobPayload>

export function feedbackJobs(deps: Deps, operatorEmail: string | undefined): Job[] {
  return [{ name: sendFeedbackEmailTask, kind: 'mail', run: (payload) => sendFeedbackEmail(deps, operatorEmail, payload) }]
}

async function enqueueFeedbackEmail(
  tx: Tx,
  { feedbackId, ...project }: Omit<JobPayload, 'ideaId'> & { feedbackId: string },
): Promise<void> {
  const payload: JobPayload = { ...project, ideaId: feedbackId }
  await enqueueJob(tx, sendFeedbackEmailTask, payload, { key: `${sendFeedbackEmailTask}:${feedbackId}`, maxAttempts })
}

/**
 * The background job that emails feedback to the operator. A repeated job sends nothing. The email is sent twice only
 * if the process is killed after the mail server accepted the email and before `mailed_at` is updated. Without an
 * operator's address, the feedback is stored and not sent.
 */
export async function sendFeedbackEmail(deps: MailDeps, operatorEmail: string | undefined, payload: unknown): Promise<void> {
  if (operatorEmail === undefined) return
  const { ideaId: feedbackId, organizationId, projectId } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendFeedbackEmailTask }, source: 'job' })
  const ctx = await findSystemContext(job, organizationId, projectId)
  const feedback = ctx && (await read(ctx, (tx) => selectUnsentFeedback(tx, projectId, feedbackId)))
  if (ctx === undefined || feedback === undefined) return

  // A reply goes to the user who sent the feedback.
  await deps.mail.send({
    to: operatorEmail,
    replyTo: feedback.email,
    ...renderFeedbackEmail({ ...feedback, source: formatSource(feedback) }),
  })
  await ignoreDeleted(
    mutate(ctx, { action: 'feedback.send_email', entity: 'feedback', entityId: feedbackId }, (tx) =>
      updateMailedAt(tx, projectId, feedbackId, deps.clock.now()),
    ),
  )
}

function formatSource({ full_name, email, project, organization, created_at }: UnsentFeedback): string {
  return `From ${full_name} <${email}>, project “${project}” of “${organization}”, ${created_at.toISOString()}`
}
