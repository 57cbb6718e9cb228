// Deletes clicks and page views, from their tables and from every rollup made of them. A deletion may be killed between
// any two statements: repeated, it finishes the first one's work. Daily rollups go first, so that no day shows what is
// deleted from under them.

import { type LinkId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { lockLinkForShare } from '../links/index.ts'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { onCluster, onClusterSettings } from '../platform/clickhouse/clickhouse-cluster.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { insertProjectDifferences } from './rollups/click-rollup-table.ts'
import { enqueueReconciliation, lockClickDeletions } from './rollups/reconcile-click-rollups.ts'
import { findStoredNames } from './rollups/rollup-statements.ts'

/**
 * Deletes a link's stored clicks, and its own rows in the daily rollups. Daily rollups of the days on which
 * it has stored clicks are deleted whole, and the next run rolls these days up again; those of days whose
 * single clicks have expired stay, since they can't be split by link. The project's clicks are then corrected
 * by what is left of its links.
 */
async function deleteClicksOfLink(clickhouse: ClickHouse, projectId: string, linkId: string): Promise<void> {
  const query_params = { project: projectId, link: linkId }
  const ofLink = 'project_id = {project:UUID} AND link_id = {link:UUID}'
  const toStoredName = await findStoredNames(clickhouse)
  const result = await clickhouse.query({
    query: `SELECT DISTINCT toDate(at, 'UTC') AS day FROM clicks WHERE ${ofLink}`,
    query_params,
    format: 'JSONEachRow',
  })
  const days = (await result.json<{ day: string }>()).map(({ day }) => day)
  await clickhouse.command({
    query: `DELETE FROM ${toStoredName('daily_rollups')}
      WHERE project_id = {project:UUID} AND (day IN {days:Array(Date)} OR (kind = 'link' AND name = {name:String}))`,
    query_params: { ...query_params, name: linkId, days },
  })
  for (const table of ['link_rollups', 'clicks', 'link_clicks', 'product_clicks'])
    await clickhouse.command({ query: `DELETE FROM ${toStoredName(table)} WHERE ${ofLink}`, query_params })
  await insertProjectDifferences(clickhouse, projectId)
}

const tables = [
  'daily_rollups',
  'link_rollups',
  'failed_daily_rollups',
  'clicks',
  'link_clicks',
  'project_clicks',
  'product_clicks',
  'page_views',
  'product_views',
  'page_visitors',
]

/** Deletes a project's stored clicks, page views and rollups. Repeated, it finds nothing. */
async function deleteClicksOfProject(clickhouse: ClickHouse, projectId: string): Promise<void> {
  const toStoredName = await findStoredNames(clickhouse)
  for (const table of tables) {
    await clickhouse.command({
      query: `DELETE FROM ${toStoredName(table)} WHERE project_id = {project:UUID}`,
      query_params: { project: projectId },
    })
  }
}

/**
 * Deletes a link's stored clicks. Clicks that are still in a journal are stored later. The transaction stays open
 * during the deletion in ClickHouse: if that fails, there is no audit entry, and the deletion can be repeated.
 * Throws LINK_NOT_FOUND.
 */
export async function deleteLinkClicks({ clickhouseWriter }: ClickDeps, ctx: ProjectContext, linkId: LinkId): Promise<void> {
  await enqueueReconciliation(ctx.db, { projectId: ctx.project.id }, ctx.now)
  return mutate(ctx, { action: 'clicks.delete', entity: 'clicks', entityId: linkId }, async (tx) => {
    if ((await lockLinkForShare(tx, ctx.project.id, linkId)) === undefined) fail('LINK_NOT_FOUND')
    await lockClickDeletions(tx, ctx.project.id)
    await deleteClicksOfLink(clickhouseWriter, ctx.project.id, linkId)
  })
}

/** Deletes a project's stored clicks; only for owners. Clicks that are still in a journal arrive later. */
export async function deleteProjectClicks({ clickhouseWriter }: ClickDeps, ctx: ProjectContext): Promise<void> {
  await enqueueReconciliation(ctx.db, { projectId: ctx.project.id }, ctx.now)
  return mutate(ctx, { action: 'clicks.delete', entity: 'clicks', entityId: ctx.project.id }, async (tx) => {
    await lockClickDeletions(tx, ctx.project.id)
    await deleteClicksOfProject(clickhouseWriter, ctx.project.id)
  })
}

/**
 * A trigger on `projects` enqueues this task when a row is deleted, with its organization too; it runs an hour later,
 * when the last clicks have been shipped. The name can't change: the trigger of an applied migration uses it.
 */
export const purgeProjectClicksTask = 'forget-project-clicks'

const deletedProject = z.object({ projectId })

/** The background job that deletes the clicks of a deleted project. Repeated, it finds nothing. */
export function purgeProjectClicks({ clickhouseWriter }: ClickDeps, payload: unknown): Promise<void> {
  return deleteClicksOfProject(clickhouseWriter, deletedProject.parse(payload).projectId)
}

const expiringTables = ['clicks', 'page_views']

/**
 * Sets how many months single clicks and page views are stored; rollups do not expire. Changes nothing where a table
 * has this retention already.
 */
export async function setClickRetention(
  { clickhouse }: Pick<ClickDeps, 'clickhouse'>,
  months: number,
  { cluster }: { cluster?: string } = {},
): Promise<void> {
  for (const name of expiringTables) {
    const stored = cluster === undefined ? name : `${name}_stored`
    const result = await clickhouse.query({
      query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {stored:String}',
      query_params: { stored },
      format: 'JSONEachRow',
    })
    const [table] = await result.json<{ engine_full: string }>()
    const interval = `toIntervalMonth(${months})`
    if (table === undefined || table.engine_full.includes(interval)) continue
    // The number is text: a server stores a parameter with its cast, which would be another definition at every start.
    await clickhouse.command({
      query: `ALTER TABLE {stored:Identifier}${onCluster(cluster)} MODIFY TTL toDateTime(at) + ${interval} DELETE`,
      query_params: { stored },
      clickhouse_settings: onClusterSettings(cluster),
    })
  }
}
