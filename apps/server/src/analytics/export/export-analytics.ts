import { type ExportQuery, type LinkId, slugOfShortUrl } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { getLink } from '../../links/index.ts'
import { type CsvFile, toCsvFile, toKebabCase } from '../../platform/csv/csv-file.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import { getProjectName } from '../../projects/index.ts'
import type { BreakdownDeps } from '../get-breakdown.ts'
import { parseRequestedRange } from '../requested-filter.ts'
import { openExportTable } from './export-table.ts'

/**
 * Returns the result of another analytics call as a CSV file, which is read and written page by page. Throws the errors
 * of that call. Throws REQUEST_INVALID if `by` is missing for a breakdown, or `url_id` for the export of a link.
 */
export async function exportAnalytics(deps: BreakdownDeps & CoreDeps, ctx: ProjectContext, query: ExportQuery): Promise<CsvFile> {
  const { dates } = await parseRequestedRange(deps, ctx, query)
  const table = openExportTable(deps, ctx, query)
  const { by, url_id: linkId } = query
  const fileName = toExportFileName({
    project: await getProjectName(ctx),
    slug: linkId === undefined ? undefined : await findSlug(deps, ctx, linkId),
    content: (query.table === 'breakdown' && by) || query.table,
    from: dates.at(0),
    to: dates.at(-1),
  })
  return toCsvFile(table, fileName, deps.log)
}

async function findSlug(deps: OriginDeps, ctx: ProjectContext, linkId: LinkId): Promise<string> {
  return slugOfShortUrl((await getLink(deps, ctx, linkId)).url)
}

interface ExportSubject {
  project: string
  /** Undefined if the export is not about a link. */
  slug: string | undefined
  content: ExportQuery['table'] | NonNullable<ExportQuery['by']>
  from: string | undefined
  to: string | undefined
}

const fileNameWords: Record<ExportSubject['content'], string> = {
  overview: 'clicks',
  link: 'clicks',
  urls: 'links',
  breakdown: 'breakdown',
  visitors: 'visitors',
  country: 'countries',
  city: 'cities',
  device: 'devices',
  browser: 'browsers',
  os: 'systems',
  source: 'sources',
  referrer: 'referrers',
  utm_source: 'campaign-sources',
  utm_medium: 'campaign-media',
  utm_campaign: 'campaigns',
  utm_term: 'campaign-terms',
  utm_content: 'campaign-contents',
  shop: 'shops',
  shop_reason: 'shop-reasons',
  video: 'videos',
  domain: 'domains',
}

/**
 * Returns a name such as `everyday-reviews-spring-countries-2026-03-01-to-2026-03-07.csv`. A slug stays unchanged,
 * because it is case-sensitive. Only its slashes are replaced, because a file name can't contain them.
 */
export function toExportFileName({ project, slug, content, from, to }: ExportSubject): string {
  return `${[toKebabCase(project), slug?.replaceAll('/', '-'), fileNameWords[content], ...(from && to ? [from, 'to', to] : [])].filter(Boolean).join('-')}.csv`
}
