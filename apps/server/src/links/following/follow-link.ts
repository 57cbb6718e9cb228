import { findAffiliateTool, isShortUrl, linkId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { CoreDeps, FetchDeps } from '../../platform/deps.ts'
import { isAffiliateRedirect, isNetworkUrl } from '../destination-rules.ts'
import { toRequestHost } from '../outward/checked-host-table.ts'
import type { OutwardRequest } from '../outward/outward-request-table.ts'
import type { OutwardWorker, RequestResult } from '../outward/serve-request.ts'
import { findNextExpansionStep } from '../page-check/expand-short-url.ts'
import { requestLimitedHop } from '../page-check/limit-short-urls.ts'
import { selectLink } from '../tables/link-table.ts'
import { type FollowResult, updateFollowing } from './follow-table.ts'

const follow = z.object({ projectId, linkId, target: z.string() })
type FollowPayload = z.infer<typeof follow>

/**
 * Maximum number of requests to find where an affiliate tool's link leads. It is higher than the limit for a retailer's
 * short URL, because affiliate tools lead through networks that redirect too.
 */
const maxRequests = 8

const followState = z.object({
  address: z.string(),
  requestCount: z.number(),
  networks: z.array(z.string()),
  requested: z.array(z.string()).default([]),
})

export function createFollowWorker(deps: FetchDeps): OutwardWorker {
  return { send: (request) => followOnce(deps, request), giveUp: (request) => giveUp(deps, request) }
}

/**
 * Sends the next request that follows a link's destination. Only affiliate tools, networks and URL shorteners are
 * requested, not the pages that they lead to, so no shop counts a visit. If a rate limit of a URL is reached, the
 * request waits. Does nothing if the link was deleted or has another destination by now.
 */
async function followOnce(deps: FetchDeps, request: OutwardRequest): Promise<RequestResult> {
  const { target, ...ids } = follow.parse(request.payload)
  const ctx = await findFollowContext(deps, request, { target, ...ids })
  if (ctx === undefined) return { isSent: false }
  const stored = followState.safeParse(request.state)
  let state: z.infer<typeof followState> = stored.success ? stored.data : { address: target, requestCount: 0, networks: [], requested: [] }
  const end = (result: Partial<FollowResult>) => storeResult(ctx, { target, ...ids }, { ...noResult, networks: state.networks, ...result })
  for (let isSent = false; ; ) {
    const step = findNextExpansionStep(deps, state, { leadsOn: isFollowable, maxRequests })
    if (step.kind === 'ended') {
      await end(step.address === null ? { failure: step.reason } : { state: 'found', destination: step.address })
      return { isSent }
    }
    if (state.requested.includes(step.address)) {
      await end({ failure: 'loop' })
      return { isSent }
    }
    const host = toRequestHost(step.address)
    if (isSent || host !== request.host) return { isSent, next: { host, state } }
    const { organization_id: organizationId } = request
    const hop = await requestLimitedHop(deps, { organizationId, address: step.address, requested: state.requested })
    if (hop.kind === 'waits') return { isSent, next: { host, state, waitMs: hop.waitMs } }
    if (hop.kind === 'failed') {
      await end({ failure: hop.failure })
      return { isSent: true }
    }
    const networks = isNetworkUrl(step.address) ? [...new Set([...state.networks, new URL(step.address).hostname])] : state.networks
    state = { address: hop.location, requestCount: state.requestCount + 1, networks, requested: [...state.requested, step.address] }
    isSent = true
  }
}

const noResult: FollowResult = { state: 'failed', destination: null, networks: [], failure: null }

/** True if only a request can tell where this address leads. */
function isFollowable(address: string): boolean {
  return findAffiliateTool(address) !== undefined || isShortUrl(address) || isAffiliateRedirect(address)
}

/**
 * Returns the context of the link's project. Undefined if the link was deleted or has another destination, because then
 * no more requests may be sent.
 */
async function findFollowContext(
  deps: CoreDeps,
  { organization_id }: OutwardRequest,
  followed: FollowPayload,
): Promise<ProjectContext | undefined> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'follow-link' }, source: 'job' })
  const ctx = await findSystemContext(job, organization_id, followed.projectId)
  const link = ctx && (await read(ctx, (tx) => selectLink(tx, followed.projectId, followed.linkId)))
  return link?.target === followed.target ? ctx : undefined
}

async function giveUp(deps: CoreDeps, request: OutwardRequest): Promise<void> {
  const followed = follow.parse(request.payload)
  const ctx = await findFollowContext(deps, request, followed)
  if (ctx !== undefined) await storeResult(ctx, followed, { ...noResult, failure: 'unreachable' })
}

async function storeResult(ctx: ProjectContext, followed: FollowPayload, result: FollowResult): Promise<void> {
  await ignoreDeleted(
    mutate(ctx, { action: 'link.follow', entity: 'link', entityId: followed.linkId }, async (tx, change) => {
      await updateFollowing(tx, ctx.now, followed, result)
      const link = await selectLink(tx, followed.projectId, followed.linkId)
      change.after = { slug: link?.slug, target: followed.target, ...result }
    }),
  )
}
