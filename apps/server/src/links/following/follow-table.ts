// Every statement on `link_followings`.
import type { FollowFailure, LinkId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_followings: {
      link_id: LinkId
      organization_id: OrganizationId
      project_id: ProjectId
      target: string
      state: 'waiting' | 'found' | 'failed'
      destination: string | null
      networks: string[]
      failure: FollowFailure | null
      requested_at: Date
      finished_at: Date | null
    }
  }
}

export type FollowingRow = Selectable<Tables['link_followings']>

/**
 * Returns the row of a link with this target. The row has the state and the result of the search for the page behind
 * the short link of an affiliate tool or URL shortener. Undefined if the search was never requested. A waiting row
 * without a request in the queue is ignored, because its request ran while the link was deleted or had another
 * destination.
 */
export function selectFollowing(tx: Tx, { linkId, target }: { linkId: LinkId; target: string }): Promise<FollowingRow | undefined> {
  const isRequested = sql<boolean>`exists (
    select from outward_requests as request
    where request.organization_id = link_followings.organization_id and request.kind = 'follow'
      and request.subject = link_followings.link_id::text)`
  return tx
    .selectFrom('link_followings')
    .selectAll()
    .where('link_id', '=', linkId)
    .where('target', '=', target)
    .where(({ eb, or }) => or([eb('state', '<>', 'waiting'), isRequested]))
    .executeTakeFirst()
}

/**
 * Stores that the link's destination is to be followed, in the state `waiting`. Replaces the result of an earlier
 * request.
 */
export function upsertFollowing(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  { linkId, target }: { linkId: LinkId; target: string },
): Promise<FollowingRow> {
  const started = {
    target,
    state: 'waiting',
    destination: null,
    networks: [] as string[],
    failure: null,
    requested_at: now,
    finished_at: null,
  } as const
  return tx
    .insertInto('link_followings')
    .values({ link_id: linkId, organization_id: organization.id, project_id: project.id, ...started })
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(started))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type FollowResult = Pick<FollowingRow, 'state' | 'destination' | 'networks' | 'failure'>

/**
 * Stores the result of following `target`. Returns undefined and stores nothing if the row has another target or
 * already has a result.
 */
export function updateFollowing(
  tx: Tx,
  now: Date,
  { linkId, target }: { linkId: LinkId; target: string },
  result: FollowResult,
): Promise<FollowingRow | undefined> {
  return tx
    .updateTable('link_followings')
    .set({ ...result, finished_at: now })
    .where('link_id', '=', linkId)
    .where('target', '=', target)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
}
