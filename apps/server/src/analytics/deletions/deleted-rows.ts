// SQL of what deletions leave: conditions on single clicks and on rollups, each exact to the millisecond. A row of a
// quarter-hourly rollup that contains the instant of a deletion has clicks from before and after it: such a row is left
// out, and the clicks after the instant are counted one by one.
import { matchTimes } from '../intervals.ts'
import { quarterHourlyRollups, type Rollup } from '../rollups/click-rollup-table.ts'
import type { ClickDeletion } from './click-deletion-table.ts'

const quarterMs = 900_000
const dayMs = 86_400_000

/** Instants of deletions in milliseconds since 1970; 0 for none. */
export interface DeletionInstants {
  ofProject: number
  /** An expression on a column with the id of a link. */
  ofLink(column: string): string
  /** The quarters of an hour that contain an instant, in milliseconds since 1970. */
  quarters: { from: number; until: number }[]
  hasProject: boolean
}

type Deletion = Pick<ClickDeletion, 'linkId' | 'deletedBefore'>

/** Lists of the deleted links and of their instants, as SQL. */
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

/** `lists` replaces the lists by names for them. */
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

/** The condition on `clicks` that a click is deleted. */
export function matchDeletedClicks({ ofLink }: DeletionInstants): string {
  return `toUnixTimestamp64Milli(at) < ${ofLink('link_id')}`
}

/** The same on `page_views`, which belong to no link. */
export function matchDeletedViews({ ofProject }: DeletionInstants): string {
  return `toUnixTimestamp64Milli(at) < ${ofProject}`
}

/** The condition on a quarter-hourly rollup that a row has deleted clicks, or views: in part, or nothing else. */
export function matchRowsWithDeleted({ keys }: Rollup, instants: DeletionInstants): string {
  return `toInt64(toUnixTimestamp(quarter)) * 1000 < ${toDeletionInstant(keys, instants)}`
}

/** The condition on `daily_rollups`, or on `page_visitors`, that the UTC day ended before the project's deletion. */
export function matchDeletedDays({ ofProject }: DeletionInstants): string {
  return `day < toDate(${Math.floor(ofProject / dayMs)})`
}

/**
 * The condition on a daily rollup that the UTC day ended before the deletion of the link in the column: `link_id` of
 * `link_rollups`, `name` in rows of `daily_rollups` of the kind `link`.
 */
export function matchDeletedLinkDays({ ofLink }: DeletionInstants, column: 'link_id' | 'name'): string {
  return `(toInt64(toUInt16(day)) + 1) * ${dayMs} <= ${ofLink(column)}`
}

/** The same for days that began before the deletion: the last of them has to be rolled up again. */
export function matchLinkDaysWithDeleted({ ofLink }: DeletionInstants): string {
  return `toInt64(toUInt16(day)) * ${dayMs} < ${ofLink('link_id')}`
}

/** Makes a query of tables one of what deletions leave of them. */
export function leaveOutDeleted(query: string, deletions: readonly Deletion[]): string {
  if (deletions.length === 0) return query
  // A common table expression takes no PREWHERE; that of `clicksWhere` is followed by a WHERE.
  const withoutPrewhere = query.replaceAll('PREWHERE', 'WHERE').replaceAll('WHERE indexHint(', 'AND indexHint(')
  return toRemainingTables(deletions) + withoutPrewhere
}

/**
 * Common table expressions with the names of the tables: each has what remains of the project in the parameter
 * `project`. The project's own rollup is the sum of those of its links, since clicks of a link can't be told from
 * others in it.
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
 * The clicks or views are those of the expression above: of a quarter that began before the instant of their deletion,
 * those that remain are from after it. One range of time bounds what is read, since a condition on each quarter is
 * analyzed for longer than the query runs.
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
