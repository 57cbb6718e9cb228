import type { FeedbackDraft } from '@linkshelf/contract'
import { fail, failRateLimited, holdProject, type Person, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { withScope } from '../platform/postgres/postgres.ts'
import { countFeedbackSince, insertFeedback, lockUserForUpdate } from './feedback-table.ts'
import { enqueueFeedbackEmail } from './send-feedback-email.ts'

const maxPerHour = 20
const hourMs = 3_600_000

/** Stores the feedback and enqueues its email to the operator. Throws TOO_MANY_REQUESTS above twenty per user and hour. */
export function submitFeedback(
  { db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>,
  project: Pick<Project, 'id' | 'organizationId'>,
  { userId }: Person,
  draft: FeedbackDraft,
): Promise<{ id: string }> {
  return withScope(db, { userId, organizationId: project.organizationId }, async (tx) => {
    await holdProject(tx, project)
    if (!(await lockUserForUpdate(tx, userId))) fail('SIGN_IN_REQUIRED')
    const createdAt = clock.now()
    if ((await countFeedbackSince(tx, userId, new Date(createdAt.getTime() - hourMs))) >= maxPerHour) failRateLimited(hourMs / 1_000)

    const id = ids.next()
    await insertFeedback(tx, { id, organizationId: project.organizationId, projectId: project.id, userId, createdAt, ...draft })
    await enqueueFeedbackEmail(tx, project, id)
    return { id }
  })
}
