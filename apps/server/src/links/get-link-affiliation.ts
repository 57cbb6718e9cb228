import {
  type AffiliationSummary,
  type ExpansionStatus,
  isShortUrl,
  type LinkAffiliation,
  type LinkId,
  type ProjectId,
  toAffiliateSettings,
} from '@linkshelf/contract'
import { type Retailer, recognizeUrl, tagUrl } from '@linkshelf/retailers'
import { sql } from 'kysely'
import { fail, type ProjectContext, read } from '../access/index.ts'
import { createSettingsSubquery, parseIntegrations } from '../integrations/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { resolveAffiliation, toRetailerPage } from './resolved/affiliate.ts'
import { summarizeAffiliation, summarizeDestinations } from './resolved/summarize-affiliation.ts'
import type { LinkRow } from './tables/link-columns.ts'
import { selectLink } from './tables/link-table.ts'

/**
 * Returns where the link leads visitors, and how each destination is tagged. Resolves the link as an edge does. Throws
 * LINK_NOT_FOUND.
 */
export async function getLinkAffiliation(ctx: ProjectContext, linkId: LinkId): Promise<LinkAffiliation> {
  const { link, integrations } = await read(ctx, async (tx) => {
    const { rows } = await sql<{
      integrations: unknown
    }>`select ${createSettingsSubquery(sql.val(ctx.project.id))} as integrations`.execute(tx)
    const link = (await selectLink(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    return { link, integrations: parseIntegrations(rows[0]?.integrations) }
  })
  const { target, expanded_target: expandedTarget, title, shops, expanded_shops: expandedShops, is_affiliated: isAffiliated } = link
  const { status, page } = tagUrl(toRetailerPage(expandedTarget) ?? target, toAffiliateSettings(integrations))
  const facts = { target, expandedTarget, title, shops, expandedShops, isAffiliated, integrations }
  const resolved = resolveAffiliation({ ...facts, hasChoicePage: false })
  const rule = resolved.rules.find(({ kind }) => kind === 'shop')
  const choices = link.has_choice_page ? resolveAffiliation({ ...facts, hasChoicePage: true }).choices : undefined
  const programs = listPrograms(choices ?? [resolved, ...Object.values(rule?.shops ?? {}).flatMap((shop) => shop ?? [])])
  return {
    retailer: page?.retailer ?? null,
    market: page?.market ?? null,
    status,
    pasted_tag: page?.tag ?? null,
    expansion: getExpansionStatus(link),
    expanded: expandedTarget,
    affiliated: isAffiliated,
    location: resolved.destination,
    has_page: resolved.needsPage ?? false,
    programs,
    programmes: programs,
    shops: Object.entries(rule?.shops ?? {}).map(([place, shop]) => ({
      place,
      reason: shop?.reason ?? 'default',
      location: shop?.destination ?? null,
    })),
    destinations: summarizeDestinations(link),
  }
}

/**
 * Returns the project's link to this address, and whether a link to the address earns a commission. An archived link is
 * returned only if there is no other link. Relies on links_target_idx.
 */
export async function describeDestination(
  tx: Tx,
  projectId: ProjectId,
  target: string,
): Promise<{ url_id: LinkId | null; affiliation: AffiliationSummary }> {
  const { rows } = await sql<{ url_id: LinkId | null; integrations: string | null }>`
    select ${createSettingsSubquery(sql.val(projectId))}::text as integrations, (
      select id from links where project_id = ${projectId} and target = ${target} and deleted_at is null
      order by is_archived, created_at limit 1) as url_id`.execute(tx)
  const { url_id = null, integrations = null } = rows[0] ?? {}
  const alone = { expanded_target: null, title: null, expanded_shops: {}, shops: [], has_choice_page: false }
  return { url_id, affiliation: summarizeAffiliation({ target, ...alone, is_affiliated: true, integrations }) }
}

function listPrograms(destinations: readonly { destination: string }[]): Retailer[] {
  const pages = destinations.flatMap(({ destination }) => recognizeUrl(destination) ?? [])
  return [...new Set(pages.filter(({ tag, kind }) => tag !== undefined || kind === 'short').map(({ retailer }) => retailer))]
}

function getExpansionStatus({ target, expanded_target, is_pending }: LinkRow): ExpansionStatus | null {
  if (!isShortUrl(target)) return null
  if (expanded_target !== null) return 'expanded'
  return is_pending ? 'waiting' : 'failed'
}
