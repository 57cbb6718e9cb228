// Every statement that touches `ideas` is here.
import type { Generated } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    ideas: {
      id: string
      organization_id: string
      project_id: string
      user_id: string
      subject: string
      idea: string
      created_at: Date
      mailed_at: Generated<Date | null>
    }
  }
}

export interface NewFeedback {
  id: string
  organizationId: string
  projectId: string
  userId: string
  subject: string
  idea: string
  createdAt: Date
}

export async function insertFeedback(tx: Tx, idea: NewFeedback): Promise<void> {
  await tx
    .insertInto('ideas')
    .values({
      id: idea.id,
      organization_id: idea.organizationId,
      project_id: idea.projectId,
      user_id: idea.userId,
      subject: idea.subject,
      idea: idea.idea,
      created_at: idea.createdAt,
    })
    .execute()
}

/** Keeps the person's other ideas waiting until this transaction ends, so that each is counted before the next. False when the account is gone. */
export async function holdPerson(tx: Tx, userId: string): Promise<boolean> {
  const held = await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  return held !== undefined
}

/** In whichever organization, when the transaction works for the person. Relies on ideas_user_id_idx. */
export async function countFeedbackSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('ideas')
    .select((ideas) => ideas.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export interface UnsentFeedback {
  subject: string
  idea: string
  created_at: Date
  full_name: string
  email: string
  project: string
  organization: string
}

/** With who tells it and where; undefined when it was mailed already, or is gone. */
export function selectUnsentFeedback(tx: Tx, projectId: string, ideaId: string): Promise<UnsentFeedback | undefined> {
  return tx
    .selectFrom('ideas')
    .innerJoin('users', 'users.id', 'ideas.user_id')
    .innerJoin('projects', 'projects.id', 'ideas.project_id')
    .innerJoin('organizations', 'organizations.id', 'ideas.organization_id')
    .where('ideas.project_id', '=', projectId)
    .where('ideas.id', '=', ideaId)
    .where('ideas.mailed_at', 'is', null)
    .select(['ideas.subject', 'ideas.idea', 'ideas.created_at', 'users.full_name', 'users.email'])
    .select(['projects.name as project', 'organizations.name as organization'])
    .executeTakeFirst()
}

export async function markFeedbackEmailed(tx: Tx, projectId: string, ideaId: string, mailedAt: Date): Promise<void> {
  await tx.updateTable('ideas').set({ mailed_at: mailedAt }).where('project_id', '=', projectId).where('id', '=', ideaId).execute()
}
