import {
  type BreakdownKind,
  type ClicksQuery,
  type ExportQuery,
  type Link,
  type LinkDraft,
  type LinkId,
  slugOfShortUrl,
} from '@linkshelf/contract'
import { fail, type ProjectContext, requireFeature } from '../../access/index.ts'
import { findLinkIdsWithLabel, listLinks } from '../../links/index.ts'
import type { Cell, CsvTable } from '../../platform/csv/csv-file.ts'
import { type BreakdownDeps, getBreakdown } from '../get-breakdown.ts'
import { getOverview } from '../get-overview.ts'
import { getLinksTraffic } from '../get-traffic.ts'
import { getLinkClicks, listVisitors } from '../link-analytics.ts'

const maxBreakdownRows = 60_000
const linksPerPage = 1_000
/** Pages of visitors are large, because every page reads the link's clicks again. */
const visitorsPerPage = 20_000

/**
 * Returns the rows of an export. They come from the operations of the other calls, so they have the same numbers. The
 * first page throws the errors of these operations.
 */
export function openExportTable(deps: BreakdownDeps, ctx: ProjectContext, { table, by: optionalBy, ...query }: ExportQuery): CsvTable {
  switch (table) {
    case 'overview':
      return { columns: ['date', 'clicks'], pages: readOnePage(async () => toDayRows((await getOverview(deps, ctx, query)).clicksByDay)) }
    case 'link': {
      const linkId = requireParam(query.url_id, 'url_id')
      return {
        columns: ['date', 'clicks', 'scans'],
        pages: readOnePage(async () => {
          const days = await getLinkClicks(deps, ctx, { ...query, linkId })
          const isCounted = await meetsLabel(ctx, linkId, query)
          return toDayRows(isCounted ? days : days.map(({ date }) => ({ date, clicks: 0, scans: 0 })))
        }),
      }
    }
    case 'urls':
      return {
        columns: Object.keys(linkCells),
        pages: readLinkPages(deps, ctx, query),
      }
    case 'breakdown': {
      const by = requireParam(optionalBy, 'by')
      const breakdownQuery = { ...query, by, limit: maxBreakdownRows }
      return {
        columns: [by, ...listSecondColumns(by), 'clicks', 'visitors'],
        pages: readOnePage(async () =>
          (await getBreakdown(deps, ctx, breakdownQuery)).map((row) => [
            row.is_other ? 'Other' : row.name,
            ...listSecondColumns(by).map((column) => row[column] ?? ''),
            row.clicks,
            row.visits,
          ]),
        ),
      }
    }
    case 'visitors':
      return {
        columns: ['id', 'first_at', 'device', 'browser', 'os', 'country', 'subdivision', 'city', 'views'],
        pages: readVisitorPages(deps, ctx, requireParam(query.url_id, 'url_id'), query),
      }
  }
}

/**
 * Returns the columns that follow the name in a breakdown. For cities, this is the country, because cities can have
 * equal names. For videos and domains, it is the title, because their names are ids or encoded hosts.
 */
function listSecondColumns(by: BreakdownKind): ('country' | 'title')[] {
  if (by === 'city') return ['country']
  return by === 'video' || by === 'domain' ? ['title'] : []
}

/** Returns whether the link has the label of the query. Returns true if the query has no label. */
async function meetsLabel(ctx: ProjectContext, linkId: LinkId, { label }: ClicksQuery): Promise<boolean> {
  if (label === undefined) return true
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  return (await findLinkIdsWithLabel(ctx, label)).includes(linkId)
}

async function* readOnePage(read: () => Promise<Cell[][]>): CsvTable['pages'] {
  yield await read()
}

function toDayRows(days: { date: string; clicks: number; scans?: number }[]): Cell[][] {
  return days.map(({ date, clicks, scans }) => (scans === undefined ? [date, clicks] : [date, clicks, scans]))
}

type LinkColumn = keyof LinkDraft | 'short_url' | 'archived' | 'created_at' | 'clicks' | 'visitors'

/**
 * Columns of the export of links, in their order. Each field of a LinkDraft has a column, so that a link can be created
 * again from its line.
 */
const linkCells: Record<LinkColumn, (link: Link, traffic: { clicks: number; visits: number } | undefined) => Cell> = {
  slug: ({ url }) => slugOfShortUrl(url),
  short_url: ({ url }) => url,
  target: ({ target }) => target,
  title: ({ title }) => title,
  labels: ({ labels }) => labels.join(', '),
  archived: ({ archived }) => archived,
  created_at: ({ created_at }) => created_at,
  clicks: (_, traffic) => traffic?.clicks ?? 0,
  visitors: (_, traffic) => traffic?.visits ?? 0,
  domain: ({ url }) => new URL(url).host,
  notes: ({ notes }) => notes,
  affiliated: ({ affiliated }) => affiliated,
  shops: ({ shops }) => (shops.length === 0 ? null : JSON.stringify(shops)),
  choice_page: ({ choice_page }) => choice_page,
}

/**
 * Reads the links that have the label of the query. Archived links come first. If a link is archived or unarchived
 * during the export, it may appear twice, but is never missing.
 */
async function* readLinkPages(deps: BreakdownDeps, ctx: ProjectContext, query: ClicksQuery): CsvTable['pages'] {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  for (const archived of [true, false]) {
    let cursor: string | undefined
    do {
      const page = await listLinks(deps, ctx, { archived, label: query.label, limit: linksPerPage, cursor })
      cursor = page.nextCursor
      const links = page.links.filter(({ url_id }) => query.url_id === undefined || url_id === query.url_id)
      const ofPage = { ...query, label: undefined, url_ids: links.map((link) => link.url_id) }
      const traffic = links.length === 0 ? [] : await getLinksTraffic(deps, ctx, ofPage)
      const trafficById = new Map(traffic.map((link) => [link.url_id, link]))
      yield links.map((link) => Object.values(linkCells).map((toCell) => toCell(link, trafficById.get(link.url_id))))
    } while (cursor !== undefined)
  }
}

async function* readVisitorPages(deps: BreakdownDeps, ctx: ProjectContext, linkId: LinkId, query: ClicksQuery): CsvTable['pages'] {
  if (!(await meetsLabel(ctx, linkId, query))) return
  let cursor: string | undefined
  do {
    const page = await listVisitors(deps, ctx, { ...query, linkId, limit: visitorsPerPage, cursor })
    cursor = page.nextCursor
    yield page.visitors.map((visitor) => [
      visitor.id,
      visitor.firstAt,
      visitor.device,
      visitor.browser,
      visitor.os,
      visitor.country,
      visitor.subdivision1,
      visitor.city,
      visitor.views,
    ])
  } while (cursor !== undefined)
}

function requireParam<Value>(value: Value | undefined, path: 'by' | 'url_id'): Value {
  return value ?? fail('REQUEST_INVALID', { issues: [{ path, message: 'This export needs it' }] })
}
