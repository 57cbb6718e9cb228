// `link_rollups`: clicks and visitors per link, finished UTC day and property. Only links with many clicks on a day
// have rows. The run that writes a revision of `daily_rollups` also writes a revision of `link_rollups`.
import { breakdownKinds } from '@linkshelf/contract'
import { boundedKinds, breakdownColumns, maxNamesPerDay, rollupVersion, toProperties } from '../breakdown-columns.ts'

const columns = 'project_id, link_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors'

/**
 * Minimum number of clicks on a day for which a link gets a rollup. With fewer clicks, a rollup costs more than it
 * saves, because this many single clicks can be read in a millisecond.
 */
export const minLinkClicks = 1_000

/**
 * Returns the statements that insert a day of the projects' links, and then the markers that make it valid. If a link's
 * clicks change between the two statements, the link gets no marker. Parameters are `day` and `revision`. If a link has
 * too many names on the day, it gets no rollup, because the rollup of a link must contain all names.
 */
export function insertLinkRollups(ofProjects: string): string[] {
  return [
    `
    INSERT INTO link_rollups (${columns})
    SELECT project_id, link_id, property.1, {day:Date}, {revision:UInt64}, property.2, property.3, countIf(NOT is_bot), countIf(is_bot),
           uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)
    FROM clicks
    ARRAY JOIN [('total', '', ''), ${toProperties(breakdownKinds)}] AS property
    WHERE ${ofProjects} AND ${ofDay} AND (project_id, link_id) IN (
      SELECT project_id, link_id
      FROM clicks
      WHERE ${ofProjects} AND ${ofDay} AND (project_id, link_id) IN (SELECT project_id, link_id FROM (${toClickedLinksQuery(ofProjects)}))
      GROUP BY project_id, link_id
      HAVING ${boundedKinds.map((kind) => `uniq(${breakdownColumns[kind].column}) <= ${maxNamesPerDay}`).join(' AND ')}
    )
    GROUP BY project_id, link_id, property`,
    `
    INSERT INTO link_rollups (${columns}, version)
    SELECT total.project_id, total.link_id, 'complete', {day:Date}, {revision:UInt64}, '', '', sum(total.clicks) AS humans,
           sum(total.bot_clicks) AS bots, any(visitors), any(bot_visitors), any(all_visitors), ${rollupVersion}
    FROM link_rollups AS total
    INNER JOIN (${toClickedLinksQuery(ofProjects)}) AS live ON live.project_id = total.project_id AND live.link_id = total.link_id
    WHERE total.kind = 'total' AND total.day = {day:Date} AND total.counting = {revision:UInt64} AND total.${ofProjects}
    GROUP BY total.project_id, total.link_id
    HAVING humans = any(live.humans) AND bots = any(live.bots)`,
  ]
}

const ofDay = "at >= toDateTime64({day:Date}, 3, 'UTC') AND at < toDateTime64({day:Date} + 1, 3, 'UTC')"

/** Returns a query of the links with many clicks on the day, from the quarter-hourly rollup. */
function toClickedLinksQuery(ofProjects: string): string {
  return `
    SELECT project_id, link_id, toInt64(sum(link_clicks.clicks)) AS humans, toInt64(sum(link_clicks.bots)) AS bots
    FROM link_clicks
    WHERE ${ofProjects} AND quarter >= toDateTime({day:Date}, 'UTC') AND quarter < toDateTime({day:Date} + 1, 'UTC')
    GROUP BY project_id, link_id
    HAVING humans + bots >= ${minLinkClicks}`
}
