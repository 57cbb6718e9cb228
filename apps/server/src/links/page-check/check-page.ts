import { isShortUrl, type LinkId, linkId, type OrganizationId, organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { CoreDeps, FetchDeps } from '../../platform/deps.ts'
import { type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toRequestableAddress } from '../destination-rules.ts'
import { findPageTitle } from '../html-page.ts'
import { findPageIcon } from '../icons/page-icon.ts'
import { requestSiteIcon } from '../icons/site-icons.ts'
import { toRequestHost } from '../outward/checked-host-table.ts'
import { insertRequests, type NewOutwardRequest, type OutwardRequest, priorities } from '../outward/outward-request-table.ts'
import type { OutwardWorker, RequestResult } from '../outward/serve-request.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { selectLink, updateCheckedLink } from '../tables/link-table.ts'
import { findNextExpansionStep } from './expand-short-url.ts'
import { requestLimitedHop, toHopAddress } from './limit-short-urls.ts'

/** Name of page checks in the activity log, and of the jobs in which earlier versions stored them. */
export const checkPageTask = 'check-page'

const pageCheck = z.object({ projectId, linkId })
type PageCheck = z.infer<typeof pageCheck>

/** Results of the earlier requests of a check. */
const pageCheckState = z.object({
  /** Destinations of short URLs. Null if the destination could not be found. */
  expanded: z.record(z.string(), z.string().nullable()).default({}),
  expanding: z
    .object({
      shortUrl: z.string(),
      address: z.string().nullable(),
      requestCount: z.number(),
      requested: z.array(z.string()).default([]),
    })
    .optional(),
})
type PageCheckState = z.infer<typeof pageCheckState>

interface CheckedLink {
  id: LinkId
  target: string
}

/** Enqueues a check of the link's page. At most one check per link waits, even if the link is updated often. */
export function enqueuePageCheck(tx: Tx, ctx: ProjectContext, link: CheckedLink): Promise<void> {
  return enqueuePageChecks(tx, ctx, [link])
}

/** Like `enqueuePageCheck`, for several links in one statement. */
export async function enqueuePageChecks(tx: Tx, { organization, project }: ProjectContext, links: readonly CheckedLink[]): Promise<void> {
  const requests = links.map(({ id, target }) => toRequest(organization.id, { projectId: project.id, linkId: id }, target))
  await insertRequests(tx, requests)
}

function toRequest(organization_id: OrganizationId, payload: PageCheck, target: string): NewOutwardRequest {
  const { linkId } = payload
  return {
    organization_id,
    kind: 'page',
    subject: linkId,
    link_id: linkId,
    priority: priorities.page,
    host: toRequestHost(target),
    payload,
  }
}

const enqueuedCheck = pageCheck.extend({ organizationId })

/** The background job that enqueues a check which an earlier version stored as a job. */
export async function enqueueStoredPageCheck(deps: CoreDeps, payload: unknown): Promise<void> {
  const { organizationId, ...check } = enqueuedCheck.parse(payload)
  const ctx = await findContext(deps, organizationId, check)
  const link = ctx && (await read(ctx, (tx) => selectLink(tx, check.projectId, check.linkId)))
  if (link !== undefined) await insertRequests(deps.db, [toRequest(organizationId, check, link.target)])
}

export function createPageWorker(deps: FetchDeps): OutwardWorker {
  return { send: (request) => checkPage(deps, request), giveUp: (request) => giveUpPage(deps, request) }
}

/**
 * Sends the next request of a page check. The check expands the short URLs of a link, fetches the page's title,
 * requests the icon of its site, and ends the link's pending state. If the page can't be fetched, the link gets no
 * title.
 *
 * The request for the page must not count as a click. Therefore it has no affiliate tag, and no request is sent to an
 * affiliate network. Does nothing if the link was deleted in the meantime.
 */
export async function checkPage(deps: FetchDeps, request: OutwardRequest): Promise<RequestResult> {
  const check = pageCheck.parse(request.payload)
  const ctx = await findContext(deps, request.organization_id, check)
  const link = ctx && (await read(ctx, (tx) => selectLink(tx, check.projectId, check.linkId)))
  if (ctx === undefined || link === undefined) return { isSent: false }

  const { isSent, next, expanded } = await expandLink(deps, request, link)
  if (next !== undefined) return { isSent, next }
  const destinations = toDestinations(link, expanded)
  const target = destinations.expanded_target ?? link.target
  const address = toRequestableAddress(target)
  if (address !== undefined && (isSent || toRequestHost(address) !== request.host)) {
    return { isSent, next: { host: toRequestHost(address), state: { expanded } satisfies PageCheckState } }
  }
  const { title, page } = address === undefined ? { title: null } : await readPage(address, deps.fetchPage)
  await storeCheckedPage(ctx, link, { title, ...destinations }, page && { target, ...page })
  return { isSent: isSent || address !== undefined }
}

interface ExpandedLink extends RequestResult {
  expanded: PageCheckState['expanded']
}

/**
 * Sends the next request that expands a short URL of the link. Sends at most one request, and only to the host of
 * `request`. If the organization requested a URL within the last hour, the stored result is used instead.
 */
async function expandLink(deps: FetchDeps, request: OutwardRequest, link: LinkRow): Promise<ExpandedLink> {
  const state = pageCheckState.parse(request.state)
  const expanded = { ...state.expanded }
  let { expanding } = state
  for (let isSent = false; ; ) {
    const shortUrl = findUnexpanded(link, expanded)
    if (shortUrl === undefined) return { isSent, expanded }
    if (expanding?.shortUrl !== shortUrl) expanding = { shortUrl, address: shortUrl, requestCount: 0, requested: [] }
    const step = findNextExpansionStep(deps, expanding)
    if (step.kind === 'ended') {
      expanded[shortUrl] = step.address
      continue
    }
    const host = toRequestHost(step.address)
    if (isSent || host !== request.host) {
      return { isSent, expanded, next: { host, state: { expanded, expanding } satisfies PageCheckState } }
    }
    const { requestCount, requested } = expanding
    const hop = await requestLimitedHop(deps, { organizationId: request.organization_id, address: step.address, requested })
    if (hop.kind === 'waits' && hop.known === undefined)
      return { isSent, expanded, next: { host, state: { expanded, expanding } satisfies PageCheckState, waitMs: hop.waitMs } }
    isSent = hop.kind !== 'waits'
    expanding = { shortUrl, address: toHopAddress(hop), requestCount: requestCount + 1, requested: [...requested, step.address] }
  }
}

/**
 * Returns the next short URL to expand: the destination, or one of the shops. If the destination of a shop's short URL
 * is known, the short URL is not requested again.
 */
function findUnexpanded({ target, shops, expanded_shops }: LinkRow, expanded: PageCheckState['expanded']): string | undefined {
  const shopTargets = shops.map((shop) => shop.target).filter((shopTarget) => expanded_shops[shopTarget] === undefined)
  return [target, ...shopTargets].find((address) => isShortUrl(address) && expanded[address] === undefined)
}

/**
 * Returns where the link's short URLs lead. If the service of a short URL does not answer, its known destination stays.
 */
function toDestinations(
  { target, expanded_target, shops, expanded_shops }: LinkRow,
  expanded: PageCheckState['expanded'],
): Pick<LinkRow, 'expanded_target' | 'expanded_shops'> {
  const found = shops.flatMap((shop): [string, string][] => {
    const address = isShortUrl(shop.target) ? (expanded_shops[shop.target] ?? expanded[shop.target]) : undefined
    return address ? [[shop.target, address]] : []
  })
  return { expanded_target: isShortUrl(target) ? (expanded[target] ?? expanded_target) : null, expanded_shops: Object.fromEntries(found) }
}

/** Ends the pending state of a link whose page could not be read. */
async function giveUpPage(deps: CoreDeps, request: OutwardRequest): Promise<void> {
  const check = pageCheck.parse(request.payload)
  const ctx = await findContext(deps, request.organization_id, check)
  const link = ctx && (await read(ctx, (tx) => selectLink(tx, check.projectId, check.linkId)))
  if (ctx && link) await storeCheckedPage(ctx, link, { title: null, ...toDestinations(link, {}) })
}

function findContext(deps: CoreDeps, owner: OrganizationId, check: PageCheck): Promise<ProjectContext | undefined> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: checkPageTask }, source: 'job' })
  return findSystemContext(job, owner, check.projectId)
}

type CheckedValues = Pick<LinkRow, 'title' | 'expanded_target' | 'expanded_shops'>

async function storeCheckedPage(
  ctx: ProjectContext,
  link: LinkRow,
  values: CheckedValues,
  page?: Parameters<typeof requestSiteIcon>[2],
): Promise<void> {
  await ignoreDeleted(
    mutate(ctx, { action: 'link.check_page', entity: 'link', entityId: link.id }, async (tx, change) => {
      const row = await updateCheckedLink(tx, ctx.project.id, link, values)
      if (page !== undefined) await requestSiteIcon(tx, ctx, page)
      change.before = { slug: link.slug, ...toChecked(link) }
      change.after = { slug: link.slug, ...toChecked(row ?? link) }
    }),
  )
}

function toChecked({ title, expanded_target, expanded_shops }: CheckedValues): object {
  const hasShops = Object.keys(expanded_shops).length > 0
  return { title, ...(expanded_target !== null && { expanded_target }), ...(hasShops && { expanded_shops }) }
}

interface PageFacts {
  title: string | null
  /** Undefined if the server of the page did not answer. */
  page?: { page_url: string; icon_url: string | null }
}

async function readPage(address: string, fetchPage: GuardedFetch): Promise<PageFacts> {
  try {
    const { url, status, contentType, body } = await fetchPage(address)
    const isHtml = status < 400 && /html/i.test(contentType)
    return {
      title: isHtml ? findPageTitle(body, contentType) : null,
      page: { page_url: url, icon_url: isHtml ? findPageIcon(body, contentType, url) : null },
    }
  } catch (error) {
    if (isFetchError(error)) return { title: null }
    throw error
  }
}
