// Creates several links in one transaction. If an item can't be created, its failure is reported, and the other links
// are still created.
import {
  type DomainId,
  errorCatalog,
  formatLinkLimitMessage,
  type LinkDraft,
  type LinkItem,
  type LinkItemError,
  type LinkResult,
} from '@linkshelf/contract'
import { AppError, mutateOnce, type ProjectContext, rateLimitCreation } from '../../access/index.ts'
import { findServedAddresses, lockLinkDomain, lockServingDomains } from '../../domains/index.ts'
import { lockLabelQuota, registerLabelNames } from '../../labels/index.ts'
import type { CoreDeps, OriginDeps, Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import { toAuditedLink, toLink } from '../get-link.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { listTargets } from './create-link.ts'
import { importNamedLinks } from './import-links.ts'
import { lockRemainingLinks, selectRemainingLinks } from './link-quota.ts'
import { isReserved } from './reserved-slugs.ts'
import { pageAddressMessage, selectPageAddresses, selectTakenAddresses } from './slugs.ts'

const domainErrors = ['DOMAIN_NOT_FOUND', 'DOMAIN_NOT_SERVING', 'DOMAIN_ARCHIVED'] as const

interface FailedItem {
  failure: Extract<LinkResult, { status: 'failed' }>
}

type PlannedDraft = LinkDraft & { domainId: DomainId | null }

type PlannedItem = { draft: PlannedDraft } | FailedItem

/**
 * Creates the links of valid items like `createLink`. One audit entry lists the links by id. Each item counts towards
 * the rate limit of writes. A repeated request with the same idempotency key gets the same results. Throws
 * IDEMPOTENCY_KEY_REUSED.
 */
export function bulkCreateLinks(
  deps: CoreDeps & OriginDeps,
  ctx: ProjectContext,
  { items, key }: { items: readonly LinkItem[]; key: string | undefined },
): Promise<{ results: LinkResult[] }> {
  const mutation = { action: 'link.bulk_create', entity: 'link', writeCount: items.length, key, request: items } as const
  return mutateOnce(ctx, mutation, async (tx, change) => {
    const valid = await assignDomains(
      tx,
      ctx,
      items.map((item) => checkItem(item, deps.origins)),
    )
    // The order of locks is the same as for a single link: labels, then the rate limit of slugs, then the project's
    // links.
    const planned = await countSlugs(tx, ctx, await planItems(tx, ctx, valid))
    const rows = await insertDrafts(tx, deps, ctx, await limitLinks(tx, ctx, planned))
    const created = rows.flatMap((one) => ('row' in one ? [one.row] : []))
    change.after = Object.fromEntries(created.map((row) => [row.id, toAuditedLink(row)]))
    return { results: rows.map((one) => ('row' in one ? { status: 'created', link: toLink(one.row, deps.origins) } : one.failure)) }
  })
}

function toFailedItem(code: LinkItemError, field?: string, message: string = errorCatalog[code].message): FailedItem {
  return { failure: { status: 'failed', code, message, ...(field !== undefined && { field }) } }
}

function checkItem(item: LinkItem, origins: Origins): { draft: LinkDraft } | FailedItem {
  if ('issue' in item) return toFailedItem('REQUEST_INVALID', item.issue.field, item.issue.message)
  const { target, shops = [] } = item.draft
  if (!isAllowedDestination(target, origins)) return toFailedItem('LINK_TARGET_FORBIDDEN', 'target')
  if (!shops.every((shop) => isAllowedDestination(shop.target, origins))) return toFailedItem('LINK_TARGET_FORBIDDEN', 'shops')
  return item
}

/**
 * Finds the domain of each item. Fails items whose domain can't be used. Also fails items whose destination is on an
 * own domain of any organization.
 */
async function assignDomains(tx: Tx, ctx: ProjectContext, items: readonly ({ draft: LinkDraft } | FailedItem)[]): Promise<PlannedItem[]> {
  const drafts = items.flatMap((item) => ('draft' in item ? [item.draft] : []))
  await lockServingDomains(tx, ctx)
  const served = await findServedAddresses(tx, drafts.flatMap(listTargets))
  const places = new Map<string | null | undefined, DomainId | null | FailedItem>()
  for (const host of new Set(drafts.map(({ domain }) => domain))) places.set(host, await findItemDomain(tx, ctx, host))

  return items.map((item) => {
    if ('failure' in item) return item
    const { target, slug, domain } = item.draft
    if (listTargets(item.draft).some((address) => served.has(address)))
      return toFailedItem('LINK_TARGET_FORBIDDEN', served.has(target) ? 'target' : 'shops')
    const place = places.get(domain) ?? null
    if (place !== null && typeof place === 'object') return place
    if (slug !== undefined && isReserved(slug, place)) return toFailedItem('LINK_SLUG_RESERVED', 'slug')
    return { draft: { ...item.draft, domainId: place } }
  })
}

async function findItemDomain(tx: Tx, ctx: ProjectContext, host: string | null | undefined): Promise<DomainId | null | FailedItem> {
  try {
    return await lockLinkDomain(tx, ctx, host)
  } catch (error) {
    const code = error instanceof AppError ? domainErrors.find((known) => known === error.code) : undefined
    if (code === undefined) throw error
    return toFailedItem(code, 'domain')
  }
}

/**
 * Fails items that exceed the limits of labels and links, or whose slug is taken. Each check includes the earlier items
 * of the request. Locks the labels.
 */
async function planItems(tx: Tx, ctx: ProjectContext, items: readonly PlannedItem[]): Promise<PlannedItem[]> {
  const drafts = listDrafts(items)
  const labels = await lockLabelQuota(tx, ctx, [...new Set(drafts.flatMap((draft) => draft.labels))])
  const chosen = drafts.flatMap((draft) => toChosenAddress(draft) ?? [])
  const taken = chosen.length === 0 ? new Set<string>() : await selectTakenAddresses(tx, chosen)
  const pages = taken.size === 0 ? taken : await selectPageAddresses(tx, chosen)
  let remainingLinks = await selectRemainingLinks(tx, ctx)

  return items.map((item) => {
    if ('failure' in item) return item
    const { labels: names } = item.draft
    const address = toChosenAddress(item.draft)
    const newNames = names.filter((name) => !labels.knownNames.has(name))
    if (newNames.length > labels.remaining) return toFailedItem('LABEL_LIMIT_REACHED', 'labels')
    if (address !== undefined && taken.has(address))
      return toFailedItem('LINK_SLUG_TAKEN', 'slug', pages.has(address) ? pageAddressMessage : undefined)
    if (remainingLinks === 0) return toLimitFailure(ctx)
    remainingLinks -= 1
    labels.remaining -= newNames.length
    for (const name of newNames) labels.knownNames.add(name)
    if (address !== undefined) taken.add(address)
    return item
  })
}

/** Returns the key of the chosen address. Undefined if the slug is generated. */
function toChosenAddress({ slug, domainId }: PlannedDraft): string | undefined {
  return slug === undefined ? undefined : formatAddressKey(domainId, slug)
}

function listDrafts(items: readonly PlannedItem[]): PlannedDraft[] {
  return items.flatMap((item) => ('draft' in item ? [item.draft] : []))
}

function toLimitFailure({ entitlements: { linksPerProject } }: ProjectContext): FailedItem {
  return toFailedItem('LINK_LIMIT_REACHED', undefined, formatLinkLimitMessage(linksPerProject))
}

/** Counts chosen slugs towards the daily limit, and fails the items that exceed it. */
async function countSlugs(tx: Tx, ctx: ProjectContext, items: readonly PlannedItem[]): Promise<PlannedItem[]> {
  const chosen = listDrafts(items).filter(({ slug }) => slug !== undefined)
  const counted = new Set<PlannedDraft>()
  let message: string | undefined
  // The limit accepts or rejects a number of slugs as a whole. After a rejection, the number is halved, to find how
  // many slugs the limit still accepts.
  for (let count = chosen.length; count > 0 && counted.size < chosen.length; ) {
    const reached = await rateLimitSlugs(tx, ctx, count)
    if (reached === undefined) for (const draft of chosen.slice(counted.size, counted.size + count)) counted.add(draft)
    else message = reached
    count = Math.min(reached === undefined ? count : count >> 1, chosen.length - counted.size)
  }
  return items.map((item) =>
    'draft' in item && item.draft.slug !== undefined && !counted.has(item.draft)
      ? toFailedItem('TOO_MANY_REQUESTS', 'slug', message)
      : item,
  )
}

/**
 * Counts chosen slugs towards the rate limit. If the limit is reached, counts nothing and returns the message for the
 * user.
 */
async function rateLimitSlugs(tx: Tx, ctx: ProjectContext, count: number): Promise<string | undefined> {
  try {
    await rateLimitCreation(tx, ctx, 'chosenSlugs', count)
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error.message
    throw error
  }
}

/**
 * Locks the number of the project's links, and fails the items that exceed the limit. The number may have grown after
 * the items were planned.
 */
async function limitLinks(tx: Tx, ctx: ProjectContext, items: readonly PlannedItem[]): Promise<PlannedItem[]> {
  let remaining = await lockRemainingLinks(tx, ctx)
  return items.map((item) => {
    if ('failure' in item) return item
    remaining -= 1
    return remaining < 0 ? toLimitFailure(ctx) : item
  })
}

/** Inserts the links. If another project has taken the slug of an item in the meantime, the item fails. */
async function insertDrafts(
  tx: Tx,
  deps: CoreDeps,
  ctx: ProjectContext,
  items: readonly PlannedItem[],
): Promise<(FailedItem | { row: LinkRow })[]> {
  const drafts = listDrafts(items)
  const spelling = await registerLabelNames(tx, deps, ctx, [...new Set(drafts.flatMap(({ labels }) => labels))])
  const rows = await importNamedLinks(
    tx,
    deps,
    ctx,
    drafts.map((draft) => ({
      draft,
      domainId: draft.domainId,
      labels: [...new Set(draft.labels.flatMap((name) => spelling.get(name) ?? []))],
      isPageRead: true,
    })),
  )
  const rowByDraft = new Map(drafts.map((draft, index) => [draft, rows[index]]))
  return items.map((item) => {
    if ('failure' in item) return item
    const row = rowByDraft.get(item.draft)
    return row === undefined ? toFailedItem('LINK_SLUG_TAKEN', 'slug') : { row }
  })
}
