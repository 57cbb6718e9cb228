// Every statement that reads or writes `ideas`.
import type { OrganizationId, ProjectId, UserId } from '@linkshelf/contract'
import type { Generated, Insertable } from 'kysely'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    ideas: {
      id: string
      organization_id: OrganizationId
      project_id: ProjectId
      user_id: UserId
      subject: string
      idea: string
      created_at: Date
      mailed_at: Generated<Date | null>
    }
  }
}

export async function insertFeedback(tx: Tx, feedback: Insertable<Tables['ideas']>): Promise<void> {
  await tx.insertInto('ideas').values(feedback).execute()
}

/**
 * Locks the user, so that concurrent feedback of one user is counted in order. Returns false if the account is deleted.
 */
export async function lockUserForUpdate(tx: Tx, userId: UserId): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  return user !== undefined
}

/**
 * Counts the user's feedback in every organization. Requires a transaction in the user's scope. Relies on
 * ideas_user_id_idx.
 */
export async function countFeedbackSince(tx: Tx, userId: UserId, since: Date): Promise<number> {
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

/**
 * Returns the feedback with its user, project and organization. Returns undefined if the feedback was already emailed
 * or is deleted.
 */
export function selectUnsentFeedback(tx: Tx, projectId: ProjectId, feedbackId: string): Promise<UnsentFeedback | undefined> {
  return tx
    .selectFrom('ideas')
    .innerJoin('users', 'users.id', 'ideas.user_id')
    .innerJoin('projects', 'projects.id', 'ideas.project_id')
    .innerJoin('organizations', 'organizations.id', 'ideas.organization_id')
    .where('ideas.project_id', '=', projectId)
    .where('ideas.id', '=', feedbackId)
    .where('ideas.mailed_at', 'is', null)
    .select(['ideas.subject', 'ideas.idea', 'ideas.created_at', 'users.full_name', 'users.email'])
    .select(['projects.name as project', 'organizations.name as organization'])
    .executeTakeFirst()
}

export async function updateMailedAt(tx: Tx, projectId: ProjectId, feedbackId: string, mailedAt: Date): Promise<void> {
  await tx.updateTable('ideas').set({ mailed_at: mailedAt }).where('project_id', '=', projectId).where('id', '=', feedbackId).execute()
}
