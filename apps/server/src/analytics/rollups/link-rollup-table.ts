// `link_rollups`: clicks and visitors per link, finished UTC day and property, of links with many clicks on that day.
// The run that writes a revision of `daily_rollups` writes one of these days too.
import { breakdownKinds } from '@linkshelf/contract'
import { boundedKinds, breakdownColumns, maxNamesPerDay, rollupVersion, toProperties } from '../breakdown-columns.ts'

const columns = 'project_id, link_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors'

/** Reading as many clicks one by one takes a millisecond: a rollup of fewer costs more than it saves. */
export const minLinkClicks = 1_000

/**
 * The statements that insert a day of the projects, and then the markers that make it valid, for links whose clicks
 * have not changed meanwhile. Parameters are `day` and `revision`. A link's day with too many names is skipped, because
 * conditions on links bound no names.
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

/** Links with many clicks on the day, from the quarter-hourly rollup. */
function toClickedLinksQuery(ofProjects: string): string {
  return `
    SELECT project_id, link_id, toInt64(sum(link_clicks.clicks)) AS humans, toInt64(sum(link_clicks.bots)) AS bots
    FROM link_clicks
    WHERE ${ofProjects} AND quarter >= toDateTime({day:Date}, 'UTC') AND quarter < toDateTime({day:Date} + 1, 'UTC')
    GROUP BY project_id, link_id
    HAVING humans + bots >= ${minLinkClicks}`
}
