import { type DomainId, formatLinkLimitMessage, type Link, type LinkDraft, type LinkId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, rateLimitCreation } from '../../access/index.ts'
import { assertUnservedAddresses, lockLinkDomain } from '../../domains/index.ts'
import { registerLabels } from '../../labels/index.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { assertAllowedDestination } from '../destination-rules.ts'
import { toAuditedLink, toLink } from '../get-link.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import type { PageOfLink } from '../tables/link-table.ts'
import { insertWithSlugs } from './insert-with-slugs.ts'
import { consumeLinkQuota } from './link-quota.ts'
import { toNewLink } from './new-link.ts'
import { isReserved } from './reserved-slugs.ts'
import { failTaken } from './slugs.ts'

/**
 * Throws LINK_LIMIT_REACHED, LINK_SLUG_RESERVED, LINK_SLUG_TAKEN, LINK_TARGET_FORBIDDEN, LABEL_LIMIT_REACHED,
 * DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export async function createLink(deps: OriginDeps, ctx: ProjectContext, draft: LinkDraft): Promise<Link> {
  const targets = listTargets(draft)
  for (const target of targets) assertAllowedDestination(target, deps.origins)

  return mutate(ctx, { action: 'link.create', entity: 'link' }, async (tx, change) => {
    await assertUnservedAddresses(tx, targets)
    const domainId = await lockLinkDomain(tx, ctx, draft.domain)
    const row = await insertNewLink(tx, deps, ctx, { draft, domainId })
    change.entityId = row.id
    change.after = toAuditedLink(row)
    return toLink(row, deps.origins)
  })
}

/** Lists every address that a link of this draft can lead to. */
export function listTargets({ target, shops = [] }: Pick<LinkDraft, 'target' | 'shops'>): string[] {
  return [target, ...shops.map((shop) => shop.target)]
}

interface PlacedDraft {
  draft: Omit<LinkDraft, 'domain'>
  /** By default, the instance's own domain. The caller must have checked that the domain can be used. */
  domainId?: DomainId | null
  page?: PageOfLink
}

/**
 * Inserts a link and enqueues the check of its page. The caller must have checked the destination. The plan does not
 * count the short URL of a page. Throws LINK_LIMIT_REACHED, LINK_SLUG_RESERVED, LINK_SLUG_TAKEN or LABEL_LIMIT_REACHED.
 */
export async function insertNewLink(
  tx: Tx,
  deps: CoreDeps,
  ctx: ProjectContext,
  { draft, domainId = null, page }: PlacedDraft,
): Promise<LinkRow> {
  if (draft.slug !== undefined && isReserved(draft.slug, domainId)) fail('LINK_SLUG_RESERVED', { slug: draft.slug })
  const labels = await registerLabels(tx, deps, ctx, draft.labels)
  // Labels are locked before the rate limit, as in the transaction that changes a link's slug.
  if (draft.slug !== undefined) await rateLimitCreation(tx, ctx, 'chosenSlugs')
  const limit = ctx.entitlements.linksPerProject
  if (page === undefined && !(await consumeLinkQuota(tx, ctx.organization.id, ctx.project.id, limit)))
    fail('LINK_LIMIT_REACHED', { limit }, formatLinkLimitMessage(limit))

  const id = deps.ids.next<LinkId>()
  const inserted = await insertWithSlugs(tx, ctx, [toNewLink(ctx, { id, draft, labels, domainId, page, isPending: true })])
  const row = inserted.get(id) ?? (await failTaken(tx, { domainId, slug: draft.slug }))
  await enqueuePageCheck(tx, ctx, row)
  return row
}
