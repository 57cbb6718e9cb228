// The order by relevance of a search term. The candidates are few, whatever the project has: the newest links that
// match, and by indexes those whose title or slug is the term or begins with it. PostgreSQL ranks them, and ClickHouse
// counts the clicks of equals.
import type { LinkId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { type ProjectContext, read } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'
import { findLinksByStart, type LinkFilter, type LinkSearchTerm, selectListedAmong, selectSomeListedIds } from './link-page-table.ts'

/** The maximum of matching links that are ranked, beside those found by the start of title and slug. */
const candidateMax = 200

/** A search is shown while it is typed: without the clicks within this time, equals are ordered by age. */
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

/** The links whose title or slug begins with the term, and that the filter lists. */
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
 * Ranks links, best 0. A title, slug or destination that is the term or begins with it comes before one that only
 * contains it, and of both kinds a title before a slug, and a slug before a destination.
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

/** Returns no counts where ClickHouse is slow or does not answer: the search goes without. */
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
    return await clicks.count(ids)
  } catch {
    return new Map()
  }
}
