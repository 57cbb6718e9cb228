// SQL that excludes deleted clicks: conditions on single clicks and on rollups, exact to the millisecond. If a row of a
// quarter-hourly rollup contains the instant of a deletion, it has clicks from before and after the instant. Such a row
// is excluded, and the clicks after the instant are counted one by one.
import { matchTimes } from '../intervals.ts'
import { quarterHourlyRollups, type Rollup } from '../rollups/click-rollup-table.ts'
import type { ClickDeletion } from './click-deletion-table.ts'

const quarterMs = 900_000
const dayMs = 86_400_000

/** Instants of deletions in milliseconds since 1970. 0 if nothing was deleted. */
export interface DeletionInstants {
  ofProject: number
  /** Returns SQL for the deletion instant of the link whose id is in the column. */
  ofLink(column: string): string
  /** The quarters of an hour that contain the instant of a deletion, in milliseconds since 1970. */
  quarters: { from: number; until: number }[]
  hasProject: boolean
}

type Deletion = Pick<ClickDeletion, 'linkId' | 'deletedBefore'>

/** SQL arrays of the deleted links and of their deletion instants, in the same order. */
interface LinkLists {
  ids: string
  instants: string
}

function toLinkLists(deletions: readonly Deletion[]): LinkLists {
  const links = deletions.filter(({ linkId }) => linkId !== null)
  return {
    ids: `[${links.map(({ linkId }) => `'${linkId}'`).join(', ')}]::Array(String)`,
    instants: `[${links.map(({ deletedBefore }) => deletedBefore.getTime()).join(', ')}]::Array(Int64)`,
  }
}

/**
 * Returns the instants of the deletions. `lists` has the SQL arrays of deleted links. If the query defines these
 * arrays, `lists` can have their names, so that the arrays are not repeated.
 */
export function toInstants(deletions: readonly Deletion[], lists: LinkLists = toLinkLists(deletions)): DeletionInstants {
  const ofProject = Math.max(0, ...deletions.flatMap(({ linkId, deletedBefore }) => (linkId === null ? [deletedBefore.getTime()] : [])))
  const starts = new Set(deletions.map(({ deletedBefore }) => Math.floor(deletedBefore.getTime() / quarterMs) * quarterMs))
  return {
    ofProject,
    ofLink: (column) => `greatest(toInt64(${ofProject}), transform(toString(${column}), ${lists.ids}, ${lists.instants}, toInt64(0)))`,
    quarters: [...starts].map((from) => ({ from, until: from + quarterMs })),
    hasProject: ofProject > 0,
  }
}

/** Returns a condition on `clicks`: the click is deleted. */
export function matchDeletedClicks({ ofLink }: DeletionInstants): string {
  return `toUnixTimestamp64Milli(at) < ${ofLink('link_id')}`
}

/** Returns a condition on `page_views`: the page view is deleted. Page views belong to no link. */
export function matchDeletedViews({ ofProject }: DeletionInstants): string {
  return `toUnixTimestamp64Milli(at) < ${ofProject}`
}

/**
 * Returns a condition on a quarter-hourly rollup: the row has deleted clicks or views. It may also have clicks or views
 * that were not deleted.
 */
export function matchRowsWithDeleted({ keys }: Rollup, instants: DeletionInstants): string {
  return `toInt64(toUnixTimestamp(quarter)) * 1000 < ${toDeletionInstant(keys, instants)}`
}

/** Returns a condition on `daily_rollups` or `page_visitors`: the UTC day ended before the project's deletion. */
export function matchDeletedDays({ ofProject }: DeletionInstants): string {
  return `day < toDate(${Math.floor(ofProject / dayMs)})`
}

/**
 * Returns a condition on a daily rollup: the UTC day ended before the deletion of the link in the column. The column is
 * `link_id` in `link_rollups`, and `name` in `daily_rollups` rows of the kind `link`.
 */
export function matchDeletedLinkDays({ ofLink }: DeletionInstants, column: 'link_id' | 'name'): string {
  return `(toInt64(toUInt16(day)) + 1) * ${dayMs} <= ${ofLink(column)}`
}

/**
 * Returns a condition on `link_rollups`: the UTC day began before the deletion of the link. The last of these days can
 * also have clicks from after the deletion, so it must be rolled up again.
 */
export function matchLinkDaysWithDeleted({ ofLink }: DeletionInstants): string {
  return `toInt64(toUInt16(day)) * ${dayMs} < ${ofLink('link_id')}`
}

/** Adds common table expressions to a query, so that the tables in it have no deleted rows. */
export function leaveOutDeleted(query: string, deletions: readonly Deletion[]): string {
  if (deletions.length === 0) return query
  // ClickHouse allows no PREWHERE on a common table expression, so each PREWHERE becomes a WHERE. In the text of
  // `filterClicks`, another WHERE follows, which becomes an AND.
  const withoutPrewhere = query.replaceAll('PREWHERE', 'WHERE').replaceAll('WHERE indexHint(', 'AND indexHint(')
  return toRemainingTables(deletions) + withoutPrewhere
}

/**
 * Returns common table expressions that replace the tables of the same names. Each expression has only the remaining
 * rows of the project in the parameter `project`. The rollup of the project is the sum of its links' rollups, because
 * its own rows do not say which link was clicked.
 */
function toRemainingTables(deletions: readonly Deletion[]): string {
  const instants = toInstants(deletions, { ids: 'deleted_links', instants: 'deleted_instants' })
  const lists = toLinkLists(deletions)
  const ofProject = 'project_id = {project:UUID}'
  const tables = [
    `${lists.ids} AS deleted_links`,
    `${lists.instants} AS deleted_instants`,
    `clicks AS (SELECT *, day, quarter_of_day, source FROM clicks WHERE ${ofProject} AND NOT (${matchDeletedClicks(instants)}))`,
    ...(instants.hasProject
      ? [
          `page_views AS (SELECT * FROM page_views WHERE ${ofProject} AND NOT (${matchDeletedViews(instants)}))`,
          `page_visitors AS (SELECT * FROM page_visitors WHERE ${ofProject} AND NOT (${matchDeletedDays(instants)}))`,
        ]
      : []),
    ...quarterHourlyRollups
      .filter(({ keys, source }) => keys.includes('link_id') || (source === 'page_views' && instants.hasProject))
      .map((rollup) => `${rollup.name} AS (${toRemainingRollup(rollup, instants)})`),
    'project_clicks AS (SELECT project_id, quarter, clicks, bots FROM link_clicks)',
    `daily_rollups AS (SELECT * FROM daily_rollups
       WHERE ${ofProject} AND NOT (${matchDeletedDays(instants)}) AND NOT (kind = 'link' AND ${matchDeletedLinkDays(instants, 'name')}))`,
    `link_rollups AS (SELECT * FROM link_rollups WHERE ${ofProject} AND NOT (${matchDeletedLinkDays(instants, 'link_id')}))`,
  ]
  return `WITH ${tables.join(',\n')}\n`
}

/**
 * Returns a query of the remaining rows of a rollup. If a quarter of an hour began before the instant of its deletion,
 * its row is excluded. The remaining clicks or views of the quarter are counted from `source`, which has no deleted
 * rows here. One time range limits which clicks are read. A condition on each quarter would take longer to analyze than
 * the query takes to run.
 */
function toRemainingRollup(rollup: Rollup, instants: DeletionInstants): string {
  const { name, source, where, keys, counts } = rollup
  const columns = Object.entries(counts)
  const from = Math.min(...instants.quarters.map((quarter) => quarter.from)) / 1_000
  const until = Math.max(...instants.quarters.map((quarter) => quarter.until)) / 1_000
  return `
    SELECT ${keys}, quarter, ${columns.map(([column]) => `${name}.${column} AS ${column}`).join(', ')}
    FROM ${name}
    WHERE project_id = {project:UUID} AND NOT (${matchRowsWithDeleted(rollup, instants)})
    UNION ALL
    SELECT ${keys}, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
           ${columns.map(([column, condition]) => `countIf(${condition}) AS ${column}`).join(', ')}
    FROM ${source}
    WHERE ${where} AND ${matchTimes([{ from, until }])}
      AND toInt64(toUnixTimestamp(toStartOfFifteenMinutes(toDateTime(at, 'UTC')))) * 1000 < ${toDeletionInstant(keys, instants)}
    GROUP BY ${keys}, quarter`
}

function toDeletionInstant(keys: string, { ofLink, ofProject }: DeletionInstants): string {
  return keys.includes('link_id') ? ofLink('link_id') : `toInt64(${ofProject})`
}
