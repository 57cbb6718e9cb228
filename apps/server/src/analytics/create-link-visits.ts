import type { LinkId } from '@linkshelf/contract'
import type { LinkVisits } from '../links/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { queryClickedLinks } from './queries/clicked-links-query.ts'
import { parseRequestedRange } from './requested-filter.ts'

export function createLinkVisits({ clickhouse }: ClickDeps): LinkVisits {
  return {
    // This reads one row by its key while a transaction is open: it waits for no slot of the organization.
    async wasVisited(projectId, linkId) {
      const result = await clickhouse.query({
        query: 'SELECT 1 FROM link_clicks WHERE project_id = {project:UUID} AND link_id = {link:UUID} LIMIT 1',
        query_params: { project: projectId, link: linkId },
        clickhouse_settings: { max_execution_time: 5 },
        format: 'JSONEachRow',
      })
      return (await result.json()).length > 0
    },
    async openClicks(ctx, days) {
      const range = await parseRequestedRange({ clickhouse }, ctx, days)
      return {
        async list({ after, limit }) {
          const position = after && { url_id: after.id, clicks: after.clicks }
          const clicked = await queryClickedLinks(clickhouse, ctx, { range, after: position, limit })
          return clicked.map(({ url_id, clicks }) => ({ id: url_id as LinkId, clicks }))
        },
        async count(ids) {
          if (ids.length === 0) return new Map()
          const clicked = await queryClickedLinks(clickhouse, ctx, { range, ids, limit: ids.length })
          return new Map(clicked.map(({ url_id, clicks }) => [url_id as LinkId, clicks]))
        },
      }
    },
  }
}
