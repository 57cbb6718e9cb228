import {
  type LinkHealthState,
  type LinkId,
  type LinkReport,
  type LinkReportProblem,
  linkHealthStates,
  linkId,
  linkReportProblems,
  type ReportedDestination,
  type ReportedLink,
  type ReportedLinkQuery,
  toAffiliateSettings,
  toLinkVerdict,
} from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, projectCall, read } from '../access/index.ts'
import { parseIntegrations, selectIntegrationSettings } from '../integrations/index.ts'
import { findLinks, selectLinkReportRows } from '../links/index.ts'
import type { OriginDeps } from '../platform/deps.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import { findLinkProblems, type LinkProblems } from './find-link-problems.ts'

const calls = projectCall.linkReports

/**
 * Number of links that one transaction reads. It is limited because the process handles no other request while these
 * links are tagged, which takes milliseconds.
 */
const rowsPerRead = 500

const reportCursor = createPageCursor('link-report', 1, z.object({ id: linkId }))

/**
 * Maximum number of links that are read for one page. If a problem is rare, the page can be shorter than its limit or
 * even empty, although more pages follow.
 */
const maxLinksRead = 10_000

interface FoundLink extends LinkProblems {
  id: LinkId
  is_archived: boolean
  state: LinkHealthState
}

export function linkReportRoutes(deps: OriginDeps) {
  return {
    get: calls.get.handler(({ context }) => getLinkReport(context.ctx)),
    links: calls.links.handler(async ({ context, input }) => {
      const page = await listReportLinks(deps, context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
  }
}

/**
 * Counts the problems of all links, and the links in each state. Problems include archived links, because archived
 * links redirect too. States do not include archived links, because a broken archived link is not reported.
 */
export async function getLinkReport(ctx: ProjectContext): Promise<LinkReport> {
  const problems = mapEach(linkReportProblems, () => 0)
  const shops = mapEach(linkReportProblems, () => new Map<string, number>())
  const health = mapEach(linkHealthStates, () => 0)
  const report = { links: 0, links_with_problems: 0 }
  for await (const links of readLinkReport(ctx)) {
    report.links += links.length
    for (const { problems: found, destinations, state, is_archived } of links) {
      if (!is_archived) health[state] += 1
      if (found.length > 0) report.links_with_problems += 1
      for (const problem of found) {
        problems[problem] += 1
        for (const shop of listShops(destinations, problem)) shops[problem].set(shop, (shops[problem].get(shop) ?? 0) + 1)
      }
    }
  }
  return { ...report, health, problems, shops: mapEach(linkReportProblems, (problem) => sortByCount(shops[problem])) }
}

function mapEach<Key extends string, Value>(keys: readonly Key[], toValue: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>
}

/** Returns the shops of a link that have the problem, each once. */
function listShops(destinations: readonly ReportedDestination[], problem: LinkReportProblem): Set<string> {
  return new Set(destinations.flatMap(({ shop, problems }) => (shop !== null && problems.includes(problem) ? [shop] : [])))
}

function sortByCount(counts: ReadonlyMap<string, number>): { shop: string; links: number }[] {
  return [...counts].map(([shop, links]) => ({ shop, links })).toSorted((one, other) => other.links - one.links)
}

export interface ReportPage {
  links: ReportedLink[]
  /** Cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Lists the links with problems, or with the given problem, in the order of their creation. Throws REQUEST_INVALID if
 * the cursor does not come from this list.
 */
export async function listReportLinks(
  deps: OriginDeps,
  ctx: ProjectContext,
  { problem, limit, cursor }: ReportedLinkQuery,
): Promise<ReportPage> {
  const after =
    cursor === undefined ? undefined : (reportCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const { found, last } = await findReportLinks(ctx, after?.id, limit, ({ problems }) =>
    problem === undefined ? problems.length > 0 : problems.includes(problem),
  )
  const links = await findLinks(
    deps,
    ctx,
    found.map(({ id }) => id),
  )
  return {
    links: found.flatMap(({ id, problems, destinations, redirected_to }) => {
      const link = links.get(id)
      const { shop = null, pasted_tag = null } = destinations.find((one) => problem === undefined || one.problems.includes(problem)) ?? {}
      return link === undefined ? [] : [{ link, problems, destinations, shop, pasted_tag, redirected_to }]
    }),
    nextCursor: last && reportCursor.encode({ id: last }),
  }
}

/**
 * Returns a page of matching links. `last` is the link after which the next page continues. It is undefined if there is
 * no next page.
 */
async function findReportLinks(
  ctx: ProjectContext,
  after: LinkId | undefined,
  limit: number,
  matches: (link: FoundLink) => boolean,
): Promise<{ found: FoundLink[]; last: LinkId | undefined }> {
  const found: FoundLink[] = []
  let readCount = 0
  for await (const links of readLinkReport(ctx, after)) {
    found.push(...links.filter(matches))
    readCount += links.length
    if (found.length > limit) return { found: found.slice(0, limit), last: found[limit - 1]?.id }
    if (readCount >= maxLinksRead) return { found, last: links.at(-1)?.id }
  }
  return { found, last: undefined }
}

/** Reads all links of a project with their problems, page by page. Starts after the link `after`. */
async function* readLinkReport(ctx: ProjectContext, after?: LinkId): AsyncGenerator<FoundLink[], void, void> {
  const { project } = ctx
  const settings = toAffiliateSettings(parseIntegrations(await read(ctx, (tx) => selectIntegrationSettings(tx, project.id))))
  let last = after
  let hasMore = true
  while (hasMore) {
    const rows = await read(ctx, (tx) => selectLinkReportRows(tx, project.id, { after: last, limit: rowsPerRead }))
    yield rows.map(({ status, reason, ...row }) => {
      const verdict = toLinkVerdict({ status: status ?? 'unchecked', reason })
      return { ...findLinkProblems({ ...row, ...verdict }, settings), id: row.id, is_archived: row.is_archived, state: verdict.state }
    })
    hasMore = rows.length === rowsPerRead
    last = rows.at(-1)?.id
  }
}
