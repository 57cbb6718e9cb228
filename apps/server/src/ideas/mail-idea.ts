import { z } from 'zod'
import { inProject, type Project } from '../access/index.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { Tx } from '../platform/postgres.ts'
import { ideaLetter } from './idea-letter.ts'
import { markIdeaMailed, selectIdeaToMail } from './idea-table.ts'

export const mailIdeaTask = 'mail-idea'

const ideaToMail = z.object({ organizationId: z.uuid(), projectId: z.uuid(), ideaId: z.uuid() })

/** A mail server may be away for days. */
const maxAttempts = 25

export async function enqueueIdeaLetter(tx: Tx, project: Pick<Project, 'id' | 'organizationId'>, ideaId: string): Promise<void> {
  const payload: z.infer<typeof ideaToMail> = { organizationId: project.organizationId, projectId: project.id, ideaId }
  await enqueueJob(tx, mailIdeaTask, payload, { key: `${mailIdeaTask}:${ideaId}`, maxAttempts })
}

/**
 * The background job: mails one idea to the operator, once; done again it finds nothing to mail. Only a kill between handing the letter over
 * and writing that down sends it twice. Without an operator's address the idea stays where it is.
 */
export async function mailIdea(
  { db, clock, mail }: Pick<Platform, 'db' | 'clock' | 'mail'>,
  operatorEmail: string | undefined,
  payload: unknown,
): Promise<void> {
  if (operatorEmail === undefined) return
  const { ideaId, ...project } = ideaToMail.parse(payload)
  const idea = await inProject(db, project, (tx) => selectIdeaToMail(tx, project.projectId, ideaId))
  if (idea === undefined) return

  await mail.send(ideaLetter(operatorEmail, idea))
  await inProject(db, project, (tx) => markIdeaMailed(tx, project.projectId, ideaId, clock.now()))
}
