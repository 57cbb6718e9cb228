import { canCorrectSlug, errorCatalog, type Link, type LinkId, type LinkUpdate } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read, requireRevision } from '../../access/index.ts'
import { findServedAddresses, lockLinkDomain, lockServingDomains } from '../../domains/index.ts'
import { registerLabels } from '../../labels/index.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import { toAuditedLink, toLink } from '../get-link.ts'
import type { LinkVisits } from '../link-visits.ts'
import { announceDueChecks } from '../outward/outward-queue.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { isExpanded } from '../page-check/expand-short-url.ts'
import { type LinkRow, toColumns } from '../tables/link-columns.ts'
import { type LinkValues, lockLinkForUpdate, selectLink, updateLinkRow } from '../tables/link-table.ts'
import { moveLink } from './move-link.ts'

interface LinkUpdateInput {
  linkId: LinkId
  update: LinkUpdate
}

/**
 * Changes the given fields of a link. If the destination is new, or if a shop has a new short URL, the link is pending
 * until its page is checked. If the domain or slug changes, the earlier address stays as an alias of the link. Only if
 * the link is new and was not visited, the slug is corrected without an alias. Throws REVISION_OUTDATED if the update
 * has a revision, and the link was changed since the caller read it. Also throws LINK_NOT_FOUND, LINK_TARGET_FORBIDDEN,
 * PAGE_URL_TARGET_FIXED, LABEL_LIMIT_REACHED, LINK_SLUG_FIXED, LINK_SLUG_TAKEN, LINK_SLUG_RESERVED, DOMAIN_NOT_FOUND,
 * DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export async function updateLink(
  deps: OriginDeps & { visits?: LinkVisits },
  ctx: ProjectContext,
  { linkId, update: { revision, ...update } }: LinkUpdateInput,
): Promise<Link> {
  const isCorrection = await isSlugCorrected(deps, ctx, linkId, update)
  return mutate(ctx, { action: 'link.update', entity: 'link', entityId: linkId }, async (tx, change) => {
    if (update.slug !== undefined || update.domain !== undefined) await lockServingDomains(tx, ctx)
    // Labels are locked before links, as in every transaction that locks both.
    const labels = update.labels && (await registerLabels(tx, deps, ctx, update.labels))
    const before = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    if (revision !== undefined) requireRevision(toLink(before, deps.origins), { ...update, revision })
    await assertAllowedUpdate(tx, deps, before, update)
    await moveToNewAddress(tx, deps, ctx, { link: before, update, isCorrection })
    const values = { ...toChangedValues(before, update), ...(labels && { labels }) }
    const after =
      Object.keys(values).length === 0
        ? ((await selectLink(tx, ctx.project.id, linkId)) ?? before)
        : await updateLinkRow(tx, ctx.project.id, linkId, values)
    if (values.is_pending) await enqueuePageCheck(tx, ctx, after)
    if (values.target !== undefined) {
      await announceDueChecks(tx)
      after.health = checkingHealth
    }
    change.before = toAuditedLink(before)
    change.after = toAuditedLink(after)
    return toLink(after, deps.origins)
  })
}

/**
 * Throws LINK_TARGET_FORBIDDEN or PAGE_URL_TARGET_FIXED if the update is not allowed. LINK_TARGET_FORBIDDEN names the
 * field with the destination. The short URL of a page leads only to this page, so it can't have another destination, a
 * shop or a choice page.
 */
async function assertAllowedUpdate(
  tx: Tx,
  { origins }: OriginDeps,
  { page, target, shops: presentShops }: LinkRow,
  update: LinkUpdate,
): Promise<void> {
  const { shops = [], choice_page = false } = update
  if (page !== null) {
    if ((update.target ?? target) !== target || shops.length > 0 || choice_page) fail('PAGE_URL_TARGET_FIXED')
    return
  }
  const addresses = [
    ...(update.target === undefined ? [] : [{ path: 'target', address: update.target }]),
    ...shops.map((shop, index) => ({ path: `shops.${index}.target`, address: shop.target })),
  ]
  // Unchanged addresses may be on an own domain, because their host may have become an own domain in the meantime.
  const present = new Set([target, ...presentShops.map((shop) => shop.target)])
  const added = addresses.flatMap(({ address }) => (present.has(address) ? [] : address))
  const served = await findServedAddresses(tx, added)
  const forbidden = addresses.find(({ address }) => served.has(address) || !isAllowedDestination(address, origins))
  if (forbidden === undefined) return
  const { message } = errorCatalog.LINK_TARGET_FORBIDDEN
  fail('LINK_TARGET_FORBIDDEN', { issues: [{ path: forbidden.path, message }] })
}

/**
 * Returns whether the slug is corrected, so that the earlier address does not become an alias. Returns false if visits
 * are unknown or can't be queried, or if the link moves to another domain.
 */
async function isSlugCorrected(
  { visits }: { visits?: LinkVisits },
  ctx: ProjectContext,
  linkId: LinkId,
  { slug, domain }: LinkUpdate,
): Promise<boolean> {
  if (visits === undefined || slug === undefined || !canCorrectSlug(linkId, ctx.now.getTime())) return false
  const link = await read(ctx, (tx) => selectLink(tx, ctx.project.id, linkId))
  if (link === undefined || link.slug === slug || (domain !== undefined && domain !== link.host)) return false
  return (await visits.wasVisited(ctx, linkId)) === false
}

interface AddressChange {
  link: LinkRow
  update: LinkUpdate
  isCorrection: boolean
}

/**
 * Moves the link if the update has another domain or slug. If only the slug changes, the link stays on its domain, even
 * if the domain gets no more links, for example because it is archived.
 */
async function moveToNewAddress(
  tx: Tx,
  deps: CoreDeps,
  ctx: ProjectContext,
  { link, update: { domain = link.host, slug = link.slug }, isCorrection }: AddressChange,
): Promise<void> {
  if (domain !== link.host) {
    const domainId = await lockLinkDomain(tx, ctx, domain)
    await moveLink(tx, deps, ctx, { link, to: { domainId, slug }, isCorrection: false })
  } else if (slug !== link.slug) {
    await moveLink(tx, deps, ctx, { link, to: { domainId: link.domain_id, slug }, isCorrection })
  }
}

/**
 * Health of a link after its destination was changed. A trigger deletes the earlier results after the statement that
 * returns the link, so the returned row still has them.
 */
const checkingHealth = { status: 'unchecked', reason: null, checked_at: null, checking: true } as const

/**
 * Returns the columns that the update changes. If the title is emptied, the link is pending until the page's title is
 * read.
 */
function toChangedValues(before: LinkRow, { labels: _, target, title, own_title, ...update }: LinkUpdate): LinkValues {
  const values: LinkValues = toColumns(update)
  if (title !== undefined || own_title !== undefined) {
    values.title = title === undefined ? before.title : title || null
    values.has_own_title = values.title !== null && (own_title ?? true)
  }
  if (target !== undefined && target !== before.target) values.target = target
  const isUnknown = values.shops !== undefined && !isExpanded({ ...before, shops: values.shops })
  if (values.target !== undefined || title === '' || isUnknown) values.is_pending = true
  return values
}

/** Archives a link, which still redirects and counts clicks. Throws LINK_NOT_FOUND. */
export function archiveLink(deps: OriginDeps, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  return setArchived(deps, ctx, linkId, true)
}

/** Throws LINK_NOT_FOUND. */
export function unarchiveLink(deps: OriginDeps, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  return setArchived(deps, ctx, linkId, false)
}

function setArchived({ origins }: OriginDeps, ctx: ProjectContext, linkId: LinkId, isArchived: boolean): Promise<Link> {
  const action = isArchived ? 'link.archive' : 'link.unarchive'
  return mutate(ctx, { action, entity: 'link', entityId: linkId }, async (tx, change) => {
    const before = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const after = await updateLinkRow(tx, ctx.project.id, linkId, { is_archived: isArchived })
    change.before = toAuditedLink(before)
    change.after = toAuditedLink(after)
    return toLink(after, origins)
  })
}
