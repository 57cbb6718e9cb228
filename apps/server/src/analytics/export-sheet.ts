import type { AnalyticsQuery, ExportQuery } from '@linkshelf/contract'
import { fail, type Project } from '../access/index.ts'
import { listLinks } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Cell } from './export-csv.ts'
import { findBreakdown } from './find-breakdown.ts'
import { findLinkClicks } from './find-link-clicks.ts'
import { findLinksTraffic } from './find-links-traffic.ts'
import { findOverview } from './find-overview.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { listVisitors } from './list-visitors.ts'

export interface Sheet {
  columns: readonly string[]
  /** Rows as they are read, some at a time: no more of them are in memory. */
  pages: AsyncGenerator<Cell[][], void, void>
}

type Tools = Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>

/** As many rows as the store of clicks gives to one question. */
const breakdownRows = 60_000
const linksInPage = 1_000
/** Every page of visitors reads the clicks of the link again, so there should be few. */
const visitorsInPage = 20_000

/** The rows of an export, from the verbs that answer the calls: the same numbers, and the same errors with the first page. */
export function sheetOf(tools: Tools, project: Project, { of, by, url_id: linkId, ...asked }: ExportQuery): Sheet {
  switch (of) {
    case 'overview':
      return { columns: ['date', 'clicks'], pages: onePage(async () => daysOf((await findOverview(tools, project, asked)).clicksByDay)) }
    case 'link': {
      const id = needed(linkId, 'url_id')
      return { columns: ['date', 'clicks', 'scans'], pages: onePage(async () => daysOf(await findLinkClicks(tools, project, id, asked))) }
    }
    case 'urls':
      return {
        columns: ['slug', 'short_url', 'target', 'title', 'labels', 'archived', 'created_at', 'clicks', 'visitors'],
        pages: pagesOfLinks(tools, project, asked),
      }
    case 'breakdown': {
      const kind = needed(by, 'by')
      const query = { ...asked, by: kind, url_id: linkId, limit: breakdownRows }
      return {
        columns: kind === 'city' ? ['city', 'country', 'clicks', 'visitors'] : [kind, 'clicks', 'visitors'],
        pages: onePage(async () =>
          (await findBreakdown(tools, project, query)).map(({ name, country, clicks, visits }) =>
            kind === 'city' ? [name, country ?? '', clicks, visits] : [name, clicks, visits],
          ),
        ),
      }
    }
    case 'visitors':
      return {
        columns: ['id', 'first_at', 'device', 'browser', 'os', 'country', 'subdivision', 'city', 'views'],
        pages: pagesOfVisitors(tools, project, needed(linkId, 'url_id'), asked),
      }
  }
}

async function* onePage(read: () => Promise<Cell[][]>): Sheet['pages'] {
  yield await read()
}

function daysOf(days: { date: string; clicks: number; scans?: number }[]): Cell[][] {
  return days.map(({ date, clicks, scans }) => (scans === undefined ? [date, clicks] : [date, clicks, scans]))
}

/** Archived links first: one that is archived or brought back meanwhile may be there twice, but is not missing. */
async function* pagesOfLinks(tools: Tools, project: Project, asked: AnalyticsQuery): Sheet['pages'] {
  needFullAnalytics(project)
  for (const archived of [true, false]) {
    let cursor: string | undefined
    do {
      const page = await listLinks(tools, project, { archived, limit: linksInPage, cursor })
      cursor = page.nextCursor
      const traffic = await findLinksTraffic(tools, project, { ...asked, url_ids: page.links.map((link) => link.url_id) })
      const trafficOf = new Map(traffic.map((link) => [link.url_id, link]))
      yield page.links.map((link) => {
        const { clicks = 0, visits = 0 } = trafficOf.get(link.url_id) ?? {}
        const slug = new URL(link.url).pathname.slice(1)
        return [slug, link.url, link.target, link.title, link.labels.join(', '), link.archived, link.created_at, clicks, visits]
      })
    } while (cursor !== undefined)
  }
}

async function* pagesOfVisitors(tools: Tools, project: Project, linkId: string, asked: AnalyticsQuery): Sheet['pages'] {
  let cursor: string | undefined
  do {
    const page = await listVisitors(tools, project, linkId, { ...asked, limit: visitorsInPage, cursor })
    cursor = page.nextCursor
    yield page.visitors.map((seen) => [
      seen.id,
      seen.firstAt,
      seen.device,
      seen.browser,
      seen.os,
      seen.country,
      seen.subdivision1,
      seen.city,
      seen.views,
    ])
  } while (cursor !== undefined)
}

function needed<Value>(value: Value | undefined, path: 'by' | 'url_id'): Value {
  return value ?? fail('REQUEST_INVALID', { issues: [{ path, message: 'This export needs it' }] })
}
