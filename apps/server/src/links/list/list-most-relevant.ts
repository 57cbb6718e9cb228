// The order by relevance of a search term. Even in a large project, there are few candidates: the newest links that
// match, and the links whose title or slug begins with the term, which indexes find. PostgreSQL ranks them, and
// ClickHouse counts clicks to order links of equal rank.
import type { LinkId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { type ProjectContext, read } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'
import { findLinksByStart, type LinkFilter, type LinkSearchTerm, selectListedAmong, selectSomeListedIds } from './link-page-table.ts'

/** Maximum number of matching links that are ranked, in addition to the links found by the start of title and slug. */
const candidateMax = 200

/**
 * Time limit for counting clicks. It is short, because search results are shown while the search is typed. If the
 * clicks are not counted within this time, links of equal rank are ordered by age.
 */
const clicksMs = 1_000

interface MostRelevant {
  term: LinkSearchTerm
  visits: LinkVisits | undefined
  limit: number
}

interface RankedLink {
  id: LinkId
  rank: number
}

/** Returns the ids of at most `limit` links, best first. */
export async function listMostRelevant(ctx: ProjectContext, filter: LinkFilter, { term, visits, limit }: MostRelevant): Promise<LinkId[]> {
  const candidates = await read(ctx, async (tx) => {
    const matching = await selectSomeListedIds(tx, ctx.project.id, filter, candidateMax)
    const started = await findListedByStart(tx, ctx, filter, { term, limit })
    return rankLinks(tx, ctx.project.id, [...new Set([...started, ...matching])], term)
  })
  const clicks = await countInTime(
    ctx,
    visits,
    candidates.map(({ id }) => id),
  )
  const countClicks = ({ id }: RankedLink) => clicks.get(id) ?? 0
  const isNewer = (one: RankedLink, other: RankedLink) => (one.id < other.id ? 1 : -1)
  return candidates
    .sort((one, other) => one.rank - other.rank || countClicks(other) - countClicks(one) || isNewer(one, other))
    .slice(0, limit)
    .map(({ id }) => id)
}

/** Returns the links that the filter lists and whose title or slug begins with the term. */
async function findListedByStart(
  tx: Tx,
  { project }: ProjectContext,
  filter: LinkFilter,
  { term, limit }: Pick<MostRelevant, 'term' | 'limit'>,
): Promise<readonly LinkId[]> {
  const { isArchived, ids, domainId } = filter
  const started = await findLinksByStart(tx, project.id, { isArchived, term, limit })
  return (ids !== undefined || domainId !== undefined) && started.length > 0 ? selectListedAmong(tx, project.id, filter, started) : started
}

/**
 * Returns the rank of each link. The best rank is 0. Links whose title, slug or destination begins with the term rank
 * before links that only contain the term. Within both groups, titles rank before slugs, and slugs before destinations.
 */
async function rankLinks(tx: Tx, projectId: ProjectId, ids: readonly LinkId[], { part, slugStart }: LinkSearchTerm): Promise<RankedLink[]> {
  if (ids.length === 0) return []
  const slug = slugStart === undefined || slugStart === '' ? part : slugStart
  const address = part.replace(schemeAndWww, '')
  const { rows } = await sql<RankedLink>`
    select id, case
        when titled = ${part} then 0 when starts_with(titled, ${part}) then 1
        when named = ${slug} then 2 when starts_with(named, ${slug}) then 3
        when exists (select from link_aliases where link_id = links.id and starts_with(lower(link_aliases.slug), ${slug})) then 3
        when address = ${address} then 4 when starts_with(address, ${address}) then 5
        when strpos(titled, ${part}) > 0 then 6
        when strpos(named, ${slug}) > 0 then 7
        when strpos(address, ${address}) > 0 then 8
        else 9 end as rank
    from links, lateral (select lower(title) as titled, lower(slug) as named,
        regexp_replace(lower(target), '^https?://(www[.])?', '') as address) as texts
    where project_id = ${projectId} and id = any (${ids}::uuid[]) and deleted_at is null`.execute(tx)
  return rows
}

const schemeAndWww = /^https?:\/\/(www\.)?/

/**
 * Returns the clicks of the links. If ClickHouse is slow or does not answer, returns an empty map, so that the search
 * continues without clicks.
 */
async function countInTime(
  ctx: ProjectContext,
  visits: LinkVisits | undefined,
  ids: readonly LinkId[],
): Promise<ReadonlyMap<LinkId, number>> {
  if (visits === undefined || ids.length < 2) return new Map()
  const deadline = AbortSignal.timeout(clicksMs)
  const signal = ctx.signal === undefined ? deadline : AbortSignal.any([ctx.signal, deadline])
  try {
    const clicks = await visits.openClicks({ ...ctx, signal }, { tz: 'UTC' })
    return await clicks.find(ids)
  } catch {
    return new Map()
  }
}
