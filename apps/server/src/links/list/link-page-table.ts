// Selects pages of `links`, newest first or by name.
import {
  type DomainId,
  decodeShortPath,
  type LinkHealthFilter,
  type LinkId,
  linkCountMax,
  linkId,
  type ProjectId,
} from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { createPageCursor, cursorInstant } from '../../platform/page-cursor.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { escapeLike } from '../../platform/postgres/postgres.ts'
import { type LinkRow, linkColumns } from '../tables/link-columns.ts'

/** Texts that a search compares with links, in lower case. */
export interface LinkSearchTerm {
  /** Matches anywhere in the slug, destination, title or notes. */
  part: string
  /**
   * Matches the beginning of the slug. Set if the search begins with the end of the instance's own address. For
   * example, for the search `go.test/sum` it is `sum`, which matches `https://go.test/summer`.
   */
  slugStart?: string
}

/**
 * Returns the term of a search for the short URL, destination, title and notes, ignoring case. Returns undefined if
 * every link matches the search.
 */
export function toLinkSearchTerm(search: string, publicOrigin: string): LinkSearchTerm | undefined {
  const part = search.toLowerCase()
  const origin = `${publicOrigin}/`.toLowerCase()
  if (origin.includes(part)) return undefined

  // The last slash is tried first, because an origin such as `https://go.test/` has three slashes.
  for (let slash = part.lastIndexOf('/', origin.length); slash >= 0; slash = part.lastIndexOf('/', slash - 1))
    if (origin.endsWith(part.slice(0, slash + 1))) return { part, slugStart: toSlugStart(part.slice(slash + 1)) }
  return { part }
}

/**
 * Returns the decoded path, because a copied short URL has percent-encoded letters. If the last percent-encoded letter
 * is not typed completely, returns the path as it was typed.
 */
function toSlugStart(path: string): string {
  return decodeShortPath(path)?.toLowerCase() ?? path
}

/**
 * Like `toLinkSearchTerm`, but always returns a term, because the order by relevance needs a term. Even if every link
 * matches the search, only links that contain the search text are listed.
 */
export function toRankedTerm(search: string, publicOrigin: string): LinkSearchTerm {
  const part = search.toLowerCase()
  const isOwnAddress = `${publicOrigin}/`.toLowerCase().endsWith(part)
  return toLinkSearchTerm(search, publicOrigin) ?? (isOwnAddress ? { part, slugStart: '' } : { part })
}

const position = z.object({ createdAt: cursorInstant, id: linkId })

/** Position of the last link of a page that is sorted by creation. */
type LinkPosition = z.output<typeof position>

export const linkCursor = createPageCursor('links', 1, position)

const named = z.object({ name: z.string().refine((name) => !name.includes('\0')), id: linkId })

/** Position of the last link of a page that is sorted by name. */
type NamePosition = z.output<typeof named>

export const nameCursor = createPageCursor('links-by-name', 1, named)

/**
 * Positions of the last link of a page that is sorted by clicks or by earnings, with the clicks or the sort value that
 * were read for this page.
 */
export const clicksCursor = createPageCursor('links-by-clicks', 1, z.object({ clicks: z.int().min(0), id: linkId }))
export const earnedCursor = createPageCursor('links-by-earned', 1, z.object({ value: z.number().min(0), id: linkId }))

export interface LinkFilter {
  /** If undefined, both archived links and links that are not archived are listed. */
  isArchived: boolean | undefined
  /** The label in the project's spelling. */
  label: string | undefined
  term: LinkSearchTerm | undefined
  /** If set, only these links are listed. They were found by a search for an address, or an import created them. */
  ids: readonly LinkId[] | undefined
  target: string | undefined
  /** Null stands for the instance's own domain. */
  domainId: DomainId | null | undefined
  health: LinkHealthFilter | undefined
}

interface PageBounds {
  after: LinkPosition | undefined
  limit: number
}

/**
 * Selects at most `limit` rows after a cursor. Relies on links_page_idx, on links_domain_page_idx for an own domain, on
 * links_search_idx for a search term, on links_target_idx for a destination, and on link_checks_problem_idx for broken
 * and sold out links. The indexes of destinations and problems find few links, so each of these links is compared with
 * the other filters. Links that can't be checked have no index, so every check of the project is read.
 */
export async function selectLinkPage(tx: Tx, projectId: ProjectId, filter: LinkFilter, { after, limit }: PageBounds): Promise<LinkRow[]> {
  let rows = tx.selectFrom('links').select(linkColumns).where('project_id', '=', projectId)
  if (isFoundBySearch(filter)) {
    const found = await findLinkIds(tx, projectId, filter, { after, limit })
    if (found.length === 0) return []
    rows = rows.where('id', 'in', found)
  } else {
    rows = rows.where(isListed(projectId, filter))
    if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

type NamedLinkRow = LinkRow & { sort_name: string }

const sortName = sql<string>`link_sort_name(title, target)`

/**
 * Like `selectLinkPage`, but sorted by name, from A to Z. Relies on links_name_idx for the order only. The filters have
 * no index here, so each link is compared with them.
 */
export function selectLinkPageByName(
  tx: Tx,
  projectId: ProjectId,
  filter: LinkFilter,
  { after, limit }: { after: NamePosition | undefined; limit: number },
): Promise<NamedLinkRow[]> {
  return tx
    .selectFrom('links')
    .select([...linkColumns, sortName.as('sort_name')])
    .where(isListed(projectId, filter))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${sortName}, id) > (${after?.name}, ${after?.id})`))
    .orderBy(sortName)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the ids of at most `limit` links that the filter lists, in no particular order. */
export async function selectSomeListedIds(tx: Tx, projectId: ProjectId, filter: LinkFilter, limit: number): Promise<LinkId[]> {
  if (isFoundBySearch(filter)) return findLinkIds(tx, projectId, filter, { after: undefined, limit })
  const rows = await tx.selectFrom('links').select('id').where(isListed(projectId, filter)).limit(limit).execute()
  return rows.map((row) => row.id)
}

/** Selects the given links that the filter lists, in no particular order. */
export async function selectListedAmong(tx: Tx, projectId: ProjectId, filter: LinkFilter, ids: readonly LinkId[]): Promise<LinkId[]> {
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where(isListed(projectId, filter))
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Returns the ids of at most `limit` links that the filter lists, in descending order, starting below the id `before`.
 * Relies on links_project_id_idx.
 */
export async function selectListedIdsBefore(
  tx: Tx,
  projectId: ProjectId,
  filter: LinkFilter,
  { before, limit }: { before: LinkId | undefined; limit: number },
): Promise<LinkId[]> {
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where(isListed(projectId, filter))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`id < ${before}`))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Longer terms are not searched at the beginning of titles and slugs, because such matches are very rare. */
const startMaxLength = 64

interface LinkStart {
  isArchived: boolean | undefined
  term: LinkSearchTerm
  limit: number
}

/**
 * Returns the ids of at most `limit` links whose title begins with the term, and of at most `limit` links whose slug
 * begins with it. Relies on links_title_idx and links_slug_start_idx.
 */
export async function findLinksByStart(tx: Tx, projectId: ProjectId, { isArchived, term, limit }: LinkStart): Promise<LinkId[]> {
  const slug = term.slugStart ?? term.part
  if (term.part.length > startMaxLength) return []
  const { rows } = await sql<{ ids: LinkId[] }>`
    select find_links_by_start(${projectId}, ${isArchived}, ${term.part}, ${slug}, ${limit}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}

/** Counts the links that the filter lists. Stops at `linkCountMax` + 1. */
export async function countListedLinks(tx: Tx, projectId: ProjectId, filter: LinkFilter): Promise<number> {
  const limit = linkCountMax + 1
  if (isFoundBySearch(filter)) return (await findLinkIds(tx, projectId, filter, { after: undefined, limit })).length
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from links where ${isListed(projectId, filter)} limit ${limit}) as listed`.execute(tx)
  return rows[0]?.count ?? 0
}

/** True if the SQL function find_links or find_domain_links can find the links of this filter. */
function isFoundBySearch({ health, target, ids, label, term }: LinkFilter): boolean {
  return [health, target, ids].every((condition) => condition === undefined) && (label !== undefined || term !== undefined)
}

function isListed(projectId: ProjectId, filter: LinkFilter): RawBuilder<boolean> {
  const { isArchived, health, target, ids, domainId } = filter
  return sql`(project_id = ${projectId} and deleted_at is null
    and ${isArchived === undefined ? sql`true` : sql`is_archived = ${isArchived}`}
    and ${health === undefined ? sql`true` : hasHealth(projectId, health)}
    and ${target === undefined ? sql`true` : sql`target = ${target}`}
    and ${ids === undefined ? sql`true` : sql`id = any (${ids}::uuid[])`}
    and ${domainId === undefined ? sql`true` : domainId === null ? sql`domain_id is null` : sql`domain_id = ${domainId}`} and ${isMatching(projectId, filter)})`
}

/** The conditions of `toLinkVerdict` in SQL. */
const conditionByHealth: Record<LinkHealthFilter, RawBuilder<boolean>> = {
  broken: sql`status = 'broken'`,
  uncheckable: sql`status in ('blocked', 'unchecked') and reason is not null`,
  unavailable: sql`status = 'unavailable'`,
}

function hasHealth(projectId: ProjectId, health: LinkHealthFilter): RawBuilder<boolean> {
  return sql`id in (select link_id from link_checks where project_id = ${projectId} and ${conditionByHealth[health]})`
}

function isMatching(projectId: ProjectId, { label, term }: LinkFilter): RawBuilder<boolean> {
  if (label === undefined && term === undefined) return sql`true`
  const { contains, slugStart } = toLikePatterns(term)
  return sql`(${label ?? null}::text is null or ${label ?? null} = any (labels))
    and (${contains}::text is null or search_text like ${contains} or search_text like ${slugStart} or id in (
      select link_id from link_aliases where project_id = ${projectId} and (lower(slug) like ${contains} or lower(slug) like ${slugStart})))`
}

function toLikePatterns(term: LinkSearchTerm | undefined): { contains: string | null; slugStart: string | null } {
  return {
    contains: term ? `%${escapeLike(term.part)}%` : null,
    slugStart: term?.slugStart === undefined ? null : `${escapeLike(term.slugStart)}%`,
  }
}

async function findLinkIds(tx: Tx, projectId: ProjectId, filter: LinkFilter, bounds: PageBounds): Promise<LinkId[]> {
  const { isArchived, label, term, domainId } = filter
  const { contains, slugStart } = toLikePatterns(term)
  const { rows } = await sql<{ ids: LinkId[] }>`
    select ${domainId === undefined ? sql`find_links(${projectId}` : sql`find_domain_links(${projectId}, ${domainId}`}, ${isArchived}, ${bounds.after?.createdAt ?? null}, ${bounds.after?.id ?? null},
      ${contains}, ${slugStart}, ${label ?? null}, ${bounds.limit}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}
