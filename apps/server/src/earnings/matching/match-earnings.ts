import { type EarningId, organizationId, projectId, type UnmatchedReason } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import { type FoundClick, findClickScope, queryClicksById } from '../../analytics/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { selectProductsOfLinks } from '../../products/index.ts'
import { estimateLinks } from './estimate-links.ts'
import { joinByProduct } from './join-by-product.ts'
import { findLinkCandidates, type LinkCandidates } from './link-candidates.ts'
import { type Match, selectUnmatched, type UnmatchedEarning, updateMatches } from './match-table.ts'

export const matchEarningsTask = 'match-earnings'
/**
 * Matches the sales of a project that earlier releases stored without a link and without a reason. A migration enqueued
 * the job for each project.
 */
export const matchStoredEarningsTask = 'match-stored-earnings'

export const matchJob = z.object({ organizationId, projectId })

/**
 * Enqueues a matching job. `db` can be a transaction. At most one job is pending per project. The job is retried for
 * days, because it can't run while ClickHouse is down.
 */
export async function enqueueMatching(
  db: Db,
  { organization, project }: Pick<ProjectContext, 'organization' | 'project'>,
  runAt?: Date,
): Promise<void> {
  const payload: z.input<typeof matchJob> = { organizationId: organization.id, projectId: project.id }
  await enqueueJob(db, matchEarningsTask, payload, { key: `${matchEarningsTask}:${project.id}`, maxAttempts: 25, ...(runAt && { runAt }) })
}

const rowsPerBatch = 1_000
/**
 * After a click, its sale stays unmatched for up to this long if ClickHouse does not have the click yet. Clicks usually
 * reach ClickHouse within seconds. If the databases are down, clicks reach it when they are available again.
 */
const shippingMs = 3_600_000
const retryMs = 300_000

/**
 * Runs the background job. Joins each new sale to the click whose id is the sale's sub-id. If there is no such click,
 * joins the sale by its product if the sale is older than the clicks, and otherwise estimates the link. If the click
 * may not have reached ClickHouse yet, leaves the sale for a later run.
 */
export async function matchEarnings(deps: ClickDeps, payload: unknown, batchRows = rowsPerBatch): Promise<void> {
  const job = matchJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: matchEarningsTask }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  if (ctx === undefined) return
  let candidates: LinkCandidates | undefined
  let after: EarningId | undefined
  let isWaiting = false
  do {
    const page = await read(ctx, (tx) => selectUnmatched(tx, ctx.project.id, { after, limit: batchRows }))
    if (page.length === 0) break
    candidates ??= await findLinkCandidates(ctx)
    const matches = await findMatches(deps, ctx, { candidates, page })
    if (matches.length > 0) await ignoreDeleted(storeMatches(ctx, matches))
    isWaiting ||= matches.length < page.length
    after = page.length < batchRows ? undefined : page.at(-1)?.id
  } while (after !== undefined)
  if (isWaiting) await enqueueMatching(deps.db, ctx, new Date(ctx.now.getTime() + retryMs))
}

/**
 * Returns the matches of these sales, by click, by product or by estimate. Omits sales whose click may not have reached
 * ClickHouse yet.
 */
async function findMatches(
  deps: ClickDeps,
  ctx: ProjectContext,
  { candidates, page }: { candidates: LinkCandidates; page: readonly UnmatchedEarning[] },
): Promise<Match[]> {
  const clickIdByEarning = new Map(page.map(({ id, sub_id }) => [id, toClickId(sub_id)]))
  const found = await queryClicksById(
    deps.clickhouse,
    await findClickScope(ctx),
    [...clickIdByEarning.values()].flatMap((id) => id ?? []),
  )
  const clickById = new Map(found.map((click) => [click.id, click]))
  const findClick = (id: EarningId) => clickById.get(clickIdByEarning.get(id) ?? '')
  const byClick = page.flatMap(({ id }) => toClickMatch(id, findClick(id)))

  const shippedBy = new Date(ctx.now.getTime() - shippingMs)
  const others = page.filter(({ id }) => findClick(id) === undefined && !isUnshipped(clickIdByEarning.get(id), shippedBy))
  const byProduct = await joinByProduct(deps, ctx, {
    candidates,
    items: others.filter(({ id }) => clickIdByEarning.get(id) === undefined),
  })
  // A link is estimated once, with the links and clicks at the time of the import.
  const newer = others.filter(({ id, was_matched }) => !was_matched && !byProduct.has(id))
  const byEstimate = await estimateLinks(deps, ctx, { candidates, items: newer })
  const findLink = (id: EarningId) => byProduct.get(id) ?? byEstimate.get(id)?.linkId ?? null
  const linkIds = [...new Set(others.flatMap(({ id }) => findLink(id) ?? []))]
  const products = await read(ctx, (tx) => selectProductsOfLinks(tx, ctx.project.id, linkIds))
  const byItem = others.map((item): Match => {
    const { id } = item
    const linkId = findLink(id)
    const productId = (linkId && products.get(linkId)) ?? null
    const method = linkId && (byProduct.has(id) ? 'product' : 'estimate')
    const search = { candidates, hasClickId: clickIdByEarning.get(id) !== undefined, isOlder: byProduct.has(id) }
    const reason = linkId === null ? findUnmatchedReason(item, search) : null
    const { utmCampaign = null, video = null } = (method === 'estimate' && byEstimate.get(id)) || {}
    return {
      ...{ id, method, unmatched_reason: reason, link_id: linkId, product_id: productId, ...noClickValues },
      ...{ utm_campaign: utmCampaign, video },
    }
  })
  return [...byClick, ...byItem]
}

interface SearchedSale {
  candidates: LinkCandidates
  hasClickId: boolean
  /** True if the sale is older than the first click of every link to its product. */
  isOlder: boolean
}

function findUnmatchedReason(item: UnmatchedEarning, { candidates, hasClickId, isOlder }: SearchedSale): UnmatchedReason {
  if (hasClickId) return 'click_unknown'
  if (item.item_id === null) return 'no_product'
  const links = candidates.toProduct(item)
  if (links.length === 0) return 'no_link'
  const estimated = new Set(isOlder ? [] : candidates.of(item))
  return links.some(({ id }) => estimated.has(id)) ? 'no_clicks' : 'other_tag'
}

const noClickValues = { country: null, source: null, referrer: null, shop: null, shop_reason: null } as const

function toClickMatch(id: EarningId, click: FoundClick | undefined): Match[] {
  if (click === undefined) return []
  const { linkId, productId, country, source, referrer, shop, shopReason, utmCampaign, video } = click
  return [
    {
      id,
      method: 'click',
      unmatched_reason: null,
      link_id: linkId,
      product_id: productId,
      country,
      source,
      referrer,
      shop,
      shop_reason: shopReason,
      utm_campaign: utmCampaign,
      video,
    },
  ]
}

function isUnshipped(clickId: string | undefined, shippedBy: Date): boolean {
  return clickId !== undefined && toClickTime(clickId) > shippedBy
}

function storeMatches(ctx: ProjectContext, matches: readonly Match[]): Promise<void> {
  return mutate(ctx, { action: 'earnings.match', entity: 'earnings' }, async (tx, change) => {
    const matched = await updateMatches(tx, ctx.project.id, matches, ctx.now)
    const name = matched.length === 1 ? matched[0]?.number : undefined
    const countMatches = (method: Match['method']) => matched.filter((match) => match.method === method).length
    change.after = {
      ...(name && { name }),
      by_click: countMatches('click'),
      by_estimate: countMatches('estimate'),
      by_product: countMatches('product'),
      unassigned: countMatches(null),
    }
  })
}

const uuid = /(?:^|-)([0-9a-f]{8})-?([0-9a-f]{4})-?(7[0-9a-f]{3})-?([89ab][0-9a-f]{3})-?([0-9a-f]{12})$/

/**
 * Returns the click id in a sub-id: a UUIDv7, with or without hyphens. The owner's own sub-id and a hyphen can precede
 * it. Undefined for any other sub-id.
 */
export function toClickId(subId: string | null): string | undefined {
  const parts = uuid.exec(subId?.trim().toLowerCase() ?? '')
  return parts?.slice(1).join('-')
}

/** Returns when the click was recorded. The click's id contains this time. */
function toClickTime(clickId: string): Date {
  return new Date(Number.parseInt(clickId.slice(0, 8) + clickId.slice(9, 13), 16))
}
