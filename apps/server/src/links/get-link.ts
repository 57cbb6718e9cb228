import { formatShortUrl, type Link, type LinkHealth, type LinkId, siteIconPath, toHostOrigin, toLinkVerdict } from '@linkshelf/contract'
import { computeRevision, fail, type ProjectContext, read } from '../access/index.ts'
import { selectLabelName } from '../labels/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import { isAdRow, summarizeAffiliation } from './resolved/summarize-affiliation.ts'
import { contentFields, type LinkRow } from './tables/link-columns.ts'
import {
  countUnarchivedLinks,
  selectExistingLinkIds,
  selectLink,
  selectLinkIdsWithLabel,
  selectLinkNames,
  selectLinks,
} from './tables/link-table.ts'

/** Throws LINK_NOT_FOUND. */
export async function getLink({ origins }: OriginDeps, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  const row = await read(ctx, (tx) => selectLink(tx, ctx.project.id, linkId))
  return row ? toLink(row, origins) : fail('LINK_NOT_FOUND')
}

/** Returns links by id. Deleted links and links of other projects are not in the map. */
export async function findLinks({ origins }: OriginDeps, ctx: ProjectContext, linkIds: readonly string[]): Promise<Map<string, Link>> {
  if (linkIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectLinks(tx, ctx.project.id, linkIds as readonly LinkId[]))
  return new Map(rows.map((row) => [row.id, toLink(row, origins)]))
}

/** Returns how many links of the project are neither archived nor deleted. */
export function countActiveLinks(ctx: ProjectContext): Promise<number> {
  return read(ctx, (tx) => countUnarchivedLinks(tx, ctx.project.id))
}

/** Returns the given ids, without ids of deleted links and of other projects. */
export async function findExistingLinkIds(ctx: ProjectContext, linkIds: readonly string[]): Promise<Set<string>> {
  if (linkIds.length === 0) return new Set()
  return new Set<string>(await read(ctx, (tx) => selectExistingLinkIds(tx, ctx.project.id, linkIds as readonly LinkId[])))
}

/**
 * Returns the names of links by id. The name is the title, or the slug if the link has no title. Deleted links and
 * links of other projects are not in the map.
 */
export async function findLinkNames(ctx: ProjectContext, linkIds: readonly string[]): Promise<Map<string, string>> {
  if (linkIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectLinkNames(tx, ctx.project.id, linkIds as readonly LinkId[]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Returns the ids of the project's links with this label, ignoring case. Archived links are included, but not deleted
 * links.
 */
export function findLinkIdsWithLabel(ctx: ProjectContext, label: string): Promise<LinkId[]> {
  return read(ctx, async (tx) => {
    const spelling = await selectLabelName(tx, ctx.project.id, label)
    return spelling === undefined ? [] : selectLinkIdsWithLabel(tx, ctx.project.id, spelling)
  })
}

/** Formats the short URL at the link's main address. */
export function formatLinkUrl({ host, slug }: Pick<LinkRow, 'host' | 'slug'>, origins: Pick<Origins, 'public'>): string {
  return formatShortUrl(toHostOrigin(origins.public, host), slug)
}

export function toLink(row: LinkRow, origins: Origins): Link {
  return {
    url_id: row.id,
    url: formatLinkUrl(row, origins),
    domain: row.host,
    target: row.target,
    expanded: row.expanded_target,
    labels: row.labels,
    archived: row.is_archived,
    pending: row.is_pending,
    affiliated: row.is_affiliated,
    affiliation: summarizeAffiliation(row),
    ad: isAdRow(row),
    shops: row.shops,
    choice_page: row.has_choice_page,
    page: row.page,
    brand_logo: row.brand_logo,
    icon: row.icon === null ? null : `${origins.app}${siteIconPath}${row.icon}.png`,
    created_at: row.created_at.toISOString(),
    title: row.title,
    own_title: row.has_own_title,
    notes: row.notes,
    health: toHealth(row.health),
    revision: computeRevision({ ...toOwnFields(row), title: row.has_own_title ? row.title : null }),
  }
}

const unchecked = { status: 'unchecked', reason: null, checked_at: null, checking: false } as const

function toHealth(stored: LinkRow['health']): LinkHealth {
  const health = stored ?? unchecked
  return { ...toLinkVerdict(health), ...health, checked_at: health.checked_at && new Date(health.checked_at).toISOString() }
}

/** Returns the link as the audit log stores it: the fields that an owner can change, and whether it is archived. */
export function toAuditedLink(row: LinkRow): object {
  return { ...toOwnFields(row), archived: row.is_archived }
}

/** Returns the address of the link, and the fields that an update can change. */
function toOwnFields(row: LinkRow): object {
  const { host, slug } = row
  const content = Object.fromEntries(Object.entries(contentFields).map(([field, column]) => [field, row[column]]))
  return { ...(host !== null && { domain: host }), slug, ...content }
}
