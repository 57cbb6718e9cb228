import type { FeedbackDraft } from '@linkshelf/contract'
import { fail, failRateLimited, mutate, type ProjectContext, type UserContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countFeedbackSince, insertFeedback, lockUserForUpdate } from './feedback-table.ts'
import { enqueueFeedbackEmail } from './send-feedback-email.ts'

const maxPerHour = 20
const hourMs = 3_600_000

/**
 * Stores the feedback and enqueues its email to the operator. Throws TOO_MANY_REQUESTS above twenty per user and hour,
 * and SIGN_IN_REQUIRED when the account is deleted meanwhile.
 */
export function submitFeedback(
  { ids }: Pick<Deps, 'ids'>,
  ctx: ProjectContext<UserContext>,
  draft: FeedbackDraft,
): Promise<{ id: string }> {
  const { actor, organization, project, now } = ctx
  const id = ids.next()
  return mutate(ctx, { action: 'feedback.submit', entity: 'feedback', entityId: id }, async (tx, change) => {
    if (!(await lockUserForUpdate(tx, actor.userId))) fail('SIGN_IN_REQUIRED')
    const sentCount = await countFeedbackSince(tx, actor.userId, new Date(now.getTime() - hourMs))
    if (sentCount >= maxPerHour) failRateLimited(hourMs / 1_000)

    const scope = { organization_id: organization.id, project_id: project.id, user_id: actor.userId }
    await insertFeedback(tx, { id, ...scope, ...draft, created_at: now })
    await enqueueFeedbackEmail(tx, { organizationId: organization.id, projectId: project.id, feedbackId: id })
    // The text is deleted with its project; the entry is not.
    change.after = { subject_length: draft.subject.length, idea_length: draft.idea.length }
    return { id }
  })
}
