import { affiliateSettingsOf, type ExpansionStatus, isShortUrl, type LinkAffiliation, type LinkId } from '@linkshelf/contract'
import { type Retailer, recognizeUrl, tagUrl } from '@linkshelf/retailers'
import { sql } from 'kysely'
import { fail, type ProjectContext, read } from '../access/index.ts'
import { parseIntegrations, settingsOfProject } from '../integrations/index.ts'
import { resolveAffiliation, retailerPage } from './resolved/affiliate.ts'
import { type LinkRow, selectLink } from './tables/link-table.ts'

/** Resolves the link as an edge does. Throws LINK_NOT_FOUND. */
export async function getLinkAffiliation(ctx: ProjectContext, linkId: LinkId): Promise<LinkAffiliation> {
  const { link, integrations } = await read(ctx, async (tx) => {
    const { rows } = await sql<{ integrations: unknown }>`select ${settingsOfProject(sql.val(ctx.project.id))} as integrations`.execute(tx)
    return { link: (await selectLink(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND'), integrations: rows[0]?.integrations }
  })
  const { target, expanded_target: expandedTarget, title, shops, expanded_shops: expandedShops, is_affiliated: isAffiliated } = link
  const { status, page } = tagUrl(retailerPage(expandedTarget) ?? target, affiliateSettingsOf(parseIntegrations(integrations)))
  const facts = { target, expandedTarget, title, shops, expandedShops, isAffiliated, integrations }
  const resolved = resolveAffiliation({ ...facts, hasChoicePage: false })
  const rule = resolved.rules.find(({ kind }) => kind === 'shop')
  const choices = link.has_choice_page ? resolveAffiliation({ ...facts, hasChoicePage: true }).choices : undefined
  return {
    retailer: page?.retailer ?? null,
    market: page?.market ?? null,
    status,
    pasted_tag: page?.tag ?? null,
    expansion: expansionOf(link),
    expanded: expandedTarget,
    affiliated: isAffiliated,
    location: resolved.destination,
    has_page: resolved.needsPage ?? false,
    programmes: programmesOf(choices ?? [resolved, ...Object.values(rule?.shops ?? {}).flatMap((shop) => shop ?? [])]),
    shops: Object.entries(rule?.shops ?? {}).map(([place, shop]) => ({
      place,
      reason: shop?.reason ?? 'default',
      location: shop?.destination ?? null,
    })),
  }
}

function programmesOf(destinations: readonly { destination: string }[]): Retailer[] {
  const pages = destinations.flatMap(({ destination }) => recognizeUrl(destination) ?? [])
  return [...new Set(pages.filter(({ tag, kind }) => tag !== undefined || kind === 'short').map(({ retailer }) => retailer))]
}

function expansionOf({ target, expanded_target, is_pending }: LinkRow): ExpansionStatus | null {
  if (!isShortUrl(target)) return null
  if (expanded_target !== null) return 'expanded'
  return is_pending ? 'waiting' : 'failed'
}
