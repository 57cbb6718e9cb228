import { z } from 'zod'
import { inProject, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { feedbackEmail } from './feedback-email.ts'
import { markFeedbackEmailed, selectUnsentFeedback } from './feedback-table.ts'

export const sendFeedbackEmailTask = 'mail-idea'

const ideaToMail = z.object({ organizationId: z.uuid(), projectId: z.uuid(), ideaId: z.uuid() })

/** A mail server may be away for days. */
const maxAttempts = 25

export async function enqueueFeedbackEmail(tx: Tx, project: Pick<Project, 'id' | 'organizationId'>, ideaId: string): Promise<void> {
  const payload: z.infer<typeof ideaToMail> = { organizationId: project.organizationId, projectId: project.id, ideaId }
  await enqueueJob(tx, sendFeedbackEmailTask, payload, { key: `${sendFeedbackEmailTask}:${ideaId}`, maxAttempts })
}

/**
 * The background job: mails one idea to the operator, once; done again it finds nothing to mail. Only a kill between handing the letter over
 * and writing that down sends it twice. Without an operator's address the idea stays where it is.
 */
export async function sendFeedbackEmail(
  { db, clock, mail }: Pick<Deps, 'db' | 'clock' | 'mail'>,
  operatorEmail: string | undefined,
  payload: unknown,
): Promise<void> {
  if (operatorEmail === undefined) return
  const { ideaId, ...project } = ideaToMail.parse(payload)
  const idea = await inProject(db, project, (tx) => selectUnsentFeedback(tx, project.projectId, ideaId))
  if (idea === undefined) return

  await mail.send(feedbackEmail(operatorEmail, idea))
  await inProject(db, project, (tx) => markFeedbackEmailed(tx, project.projectId, ideaId, clock.now()))
}
