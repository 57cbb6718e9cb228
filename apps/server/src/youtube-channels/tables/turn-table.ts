// Every statement on `youtube_turns`. In a turn, a channel writes one video.
import type { OrganizationId, ProjectId, YoutubeChannelId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_turns: {
      organization_id: OrganizationId
      project_id: ProjectId
      channel_id: YoutubeChannelId
      run_after: Date
      served_at: Date | null
      attempts: number
    }
  }
}

export interface Turn {
  organization_id: OrganizationId
  project_id: ProjectId
  channel_id: YoutubeChannelId
  /** The number of temporary failures of the current video. */
  attempts: number
}

/**
 * The time after which another job can take an unfinished turn, for example if the process was killed. Must exceed the
 * time that the turn's two calls can take.
 */
const leaseMs = 2 * 60_000

export async function insertTurn(tx: Tx, { organization, project, now }: ProjectContext, channelId: YoutubeChannelId): Promise<void> {
  const due = { run_after: now, attempts: 0 }
  await tx
    .insertInto('youtube_turns')
    .values({ ...due, channel_id: channelId, organization_id: organization.id, project_id: project.id, served_at: null })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(due))
    .execute()
}

export async function deleteTurn(tx: Tx, channelId: YoutubeChannelId): Promise<void> {
  await tx.deleteFrom('youtube_turns').where('channel_id', '=', channelId).execute()
}

/**
 * Takes the turn of the channel that was served least recently, until its lease ends. Undefined if no turn is due. `db`
 * must use the database account of the jobs process, which can read the turns of all organizations.
 */
export async function takeTurn(db: Db, now: Date): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    with next as (
      select channel_id from youtube_turns where run_after <= ${now}
      order by served_at nulls first, channel_id limit 1 for update skip locked)
    update youtube_turns set served_at = clock_timestamp(), run_after = ${new Date(now.getTime() + leaseMs)}
    from next where youtube_turns.channel_id = next.channel_id
    returning youtube_turns.organization_id, youtube_turns.project_id, youtube_turns.channel_id, youtube_turns.attempts`.execute(db)
  return rows[0]
}

/** Ends a turn. The channel's next turn is due at `runAfter`. */
export async function releaseTurn(db: Db, channelId: YoutubeChannelId, runAfter: Date, attempts = 0): Promise<void> {
  await db.updateTable('youtube_turns').set({ run_after: runAfter, attempts }).where('channel_id', '=', channelId).execute()
}
