import { type Link, type LinksBulkUpdate, labelsPerLink } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { findServedAddresses, lockLinkDomain, lockServingDomains } from '../../domains/index.ts'
import { registerLabels } from '../../labels/index.ts'
import type { CoreDeps, OriginDeps, Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { findRedirectElsewhere, isAllowedDestination } from '../destination-rules.ts'
import { toAuditedLink, toLink } from '../get-link.ts'
import { selectRedirects } from '../health/link-check-table.ts'
import { announceDueChecks } from '../outward/outward-queue.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { lockLinksForUpdate, selectNamesExcept, updateLinkRows } from '../tables/bulk-link-table.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { selectExistingLinkIds, updateLinkRow } from '../tables/link-table.ts'
import { moveLink } from './move-link.ts'
import { removePastedTags } from './replace-targets.ts'

/**
 * Applies one change to several links and returns them in the given order. If one link can't be changed, no link is
 * changed. Skips ids that are not links of the project. Each id counts towards the rate limit of writes. If a chosen
 * slug moves to another domain, it counts as another chosen slug. Throws LABEL_LIMIT_REACHED, LINK_SLUG_FIXED,
 * LINK_SLUG_TAKEN, LINK_SLUG_RESERVED, DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export function bulkUpdateLinks(deps: OriginDeps, ctx: ProjectContext, update: LinksBulkUpdate): Promise<Link[]> {
  const { project } = ctx
  const mutation = { action: 'link.bulk_update', entity: 'link', writeCount: update.url_ids.length } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const existing = await selectExistingLinkIds(tx, project.id, update.url_ids)
    if (existing.length === 0) return []

    if (update.domain !== undefined) await lockServingDomains(tx, ctx)
    // Labels are locked before links, as in every transaction that locks both. If a label is both added and removed, it
    // is not registered.
    const added = await selectNamesExcept(tx, update.add_labels, update.remove_labels)
    const addLabels = await registerLabels(tx, deps, ctx, added)
    const before = await lockLinksForUpdate(tx, project.id, existing)
    if (update.follow_redirects) await followRedirects(tx, deps.origins, ctx, before)
    if (update.remove_pasted_tags) await removePastedTags(tx, ctx, before)
    if (update.domain !== undefined) await moveLinks(tx, deps, ctx, before, update.domain)
    const values = { isArchived: update.archived, isAffiliated: update.affiliated, addLabels, removeLabels: update.remove_labels }
    const after = await updateLinkRows(tx, project.id, toLinkIds(before), values)
    if (after.some((row) => row.labels.length > labelsPerLink)) fail('LABEL_LIMIT_REACHED')

    change.before = toAuditedLinks(before)
    change.after = toAuditedLinks(after)
    const rowById = new Map<string, LinkRow>(after.map((row) => [row.id, row]))
    return update.url_ids.flatMap((id) => rowById.get(id) ?? []).map((row) => toLink(row, deps.origins))
  })
}

function toLinkIds(rows: LinkRow[]) {
  return rows.map((row) => row.id)
}

function toAuditedLinks(rows: LinkRow[]): object {
  return Object.fromEntries(rows.map((row) => [row.id, toAuditedLink(row)]))
}

/** Moves links to a domain. Their slugs stay the same. The caller must have locked the links. */
async function moveLinks(tx: Tx, deps: CoreDeps, ctx: ProjectContext, links: readonly LinkRow[], host: string | null): Promise<void> {
  const domainId = await lockLinkDomain(tx, ctx, host)
  for (const link of links)
    if (link.host !== host) await moveLink(tx, deps, ctx, { link, to: { domainId, slug: link.slug }, isCorrection: false })
}

/**
 * If checks found that the page of a link redirects to another page, the address where the redirects ended becomes the
 * link's destination. Short URLs of pages stay unchanged. The caller must have locked the links.
 */
async function followRedirects(tx: Tx, origins: Origins, ctx: ProjectContext, links: readonly LinkRow[]): Promise<void> {
  const redirects = await selectRedirects(
    tx,
    links.map(({ id }) => id),
  )
  const targetById = new Map(links.flatMap(({ id, target, page }) => (page === null ? [[id, target] as const] : [])))
  const found = redirects.flatMap(({ link_id, ...redirect }) => {
    const present = targetById.get(link_id)
    const target = present === undefined ? null : findRedirectElsewhere({ target: present, ...redirect })
    return target !== null && isAllowedDestination(target, origins) ? [{ id: link_id, target }] : []
  })
  const served = await findServedAddresses(
    tx,
    found.map(({ target }) => target),
  )
  const followed = found.filter(({ target }) => !served.has(target))
  for (const { id, target } of followed)
    await enqueuePageCheck(tx, ctx, await updateLinkRow(tx, ctx.project.id, id, { target, is_pending: true }))
  if (followed.length > 0) await announceDueChecks(tx)
}
