import type { LinkVisits } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { runQuery } from './queries/run-query.ts'

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
  }
}
