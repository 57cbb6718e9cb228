import type { LinkVisits } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryTopLinks } from './queries/overview-query.ts'
import { runQuery } from './queries/run-query.ts'
import { requestedRange } from './requested-range.ts'

/** More than a project of any plan has. */
const linksMax = 1_000_000

export function createLinkVisits({ clickhouse }: Pick<Deps, 'clickhouse'>): LinkVisits {
  return {
    async wasVisited(projectId, linkId) {
      const params = { project: projectId, link: linkId }
      const rows = await runQuery(
        clickhouse,
        'SELECT 1 FROM link_clicks WHERE project_id = {project:UUID} AND link_id = {link:UUID} LIMIT 1',
        params,
      )
      return rows.length > 0
    },
    async countClicks(ctx, tz) {
      const range = await requestedRange({ clickhouse }, ctx, { tz })
      const clicked = await queryTopLinks(clickhouse, ctx.project.id, { bots: 'exclude', range, limit: linksMax })
      return new Map(clicked.map(({ url_id, clicks }) => [url_id, clicks]))
    },
  }
}
