import { brokenAfterHours, type LinkHealthReason } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { deleteHealthRequests } from '../outward/outward-request-table.ts'
import { selectLink } from '../tables/link-table.ts'
import type { CheckResult } from './evaluate-page.ts'
import {
  type CheckedLink,
  type CheckOutcome,
  type HealthState,
  type NextCheckRequest,
  selectLinksOfPage,
  updateHealth,
} from './link-check-table.ts'
import { checkLinksTask } from './request-link-check.ts'

/**
 * Each check is delayed by a random time of up to 5 % of its interval, so that links that were added together are not
 * checked together forever.
 */
const spread = 0.05

/**
 * Stores the result of a check for every link of the project that leads to the page, and deletes the waiting checks of
 * these links. If a link breaks or recovers, adds an audit entry.
 */
export async function storeCheckResult(deps: CoreDeps, link: NextCheckRequest, result: CheckResult): Promise<void> {
  const now = deps.clock.now()
  const found = { redirectedTo: findRedirectEnd(link, result), checkedAt: now }
  const unchanged = new Map<string, { links: CheckedLink[]; next: HealthState; nextCheckAt: Date }>()
  const links = await selectLinksOfPage(deps.db, link)
  for (const checked of links) {
    const { delayMs, ...next } = computeNextHealth(checked, result, now, checked.is_archived)
    const nextCheckAt = new Date(now.getTime() + delayMs * (1 + Math.random() * spread))
    if ((next.status === 'broken') !== (checked.status === 'broken')) {
      await storeChange(deps, link, checked, next, { ...found, nextCheckAt })
      continue
    }
    const key = `${checked.status} ${checked.failing_since?.getTime()} ${checked.retry_count} ${checked.is_archived}`
    const group = unchanged.get(key) ?? { links: [], next, nextCheckAt }
    unchanged.set(key, { ...group, links: [...group.links, checked] })
  }
  for (const { links, next, nextCheckAt } of unchanged.values()) {
    const [first] = links
    const ids = links.map(({ link_id }) => link_id)
    if (first) await updateHealth(deps.db, link.page_url, ids, first.status, next, { ...found, nextCheckAt })
  }
  const [owner] = links
  if (owner) await deleteHealthRequests(deps.db, owner.organization_id, links.map(({ link_id }) => link_id).sort())
}

/**
 * Returns the URL where the page was found after redirects. Null if there were no redirects, undefined if the page was
 * not found.
 */
function findRedirectEnd({ hop_count, request_url }: NextCheckRequest, { kind }: CheckResult): string | null | undefined {
  if (kind !== 'ok' && kind !== 'unavailable') return undefined
  return hop_count === 0 ? null : request_url
}

async function storeChange(
  deps: CoreDeps,
  { page_url, project_id }: NextCheckRequest,
  before: CheckedLink,
  next: HealthState,
  facts: CheckOutcome,
): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: checkLinksTask }, source: 'job' })
  const ctx = await findSystemContext(job, before.organization_id, project_id)
  if (ctx === undefined) return
  await ignoreDeleted(
    mutate(ctx, { action: 'link.change_health', entity: 'link', entityId: before.link_id }, async (tx, change) => {
      const stored = await updateHealth(tx, page_url, [before.link_id], before.status, next, facts)
      if (stored.length === 0) fail('NOT_FOUND')
      const { title, slug } = (await selectLink(tx, project_id, before.link_id)) ?? fail('NOT_FOUND')
      change.before = { slug, title, status: before.status, reason: before.reason }
      change.after = { slug, title, status: next.status, reason: next.reason }
    }),
  )
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const brokenAfterMs = brokenAfterHours * hourMs

/** Delays before the retries of a temporary failure. If the last retry fails too, the result counts like `broken`. */
const retryDelaysMs = [hourMs, 6 * hourMs]

/**
 * A working page of an archived link is checked every four weeks instead of every week. Without any check, its owner
 * could not see that it broke.
 */
const archivedFactor = 4

/**
 * Returns the state after a check, and the time until the next check.
 *
 * A link is failing from its first failure. It is broken from the first failure that is at least a day later. A
 * successful check ends both states. `failing_since` is when the day begins: a temporary failure begins the day only if
 * it is at least the third in a row. If a check could not evaluate the page, a link whose day has begun keeps its
 * status.
 */
export function computeNextHealth(
  before: HealthState,
  result: CheckResult,
  now: Date,
  isArchived = false,
): HealthState & { delayMs: number } {
  const regularMs = weekMs * (isArchived ? archivedFactor : 1)
  const hasFailed = before.failing_since !== null
  switch (result.kind) {
    case 'ok':
      return { status: 'ok', reason: null, failing_since: null, retry_count: 0, delayMs: regularMs }
    case 'unavailable':
      return { status: 'unavailable', reason: result.reason, failing_since: null, retry_count: 0, delayMs: regularMs }
    case 'blocked':
    case 'unchecked':
      if (hasFailed) return { ...before, retry_count: 0, delayMs: before.status === 'failing' ? dayMs : weekMs }
      return { status: result.kind, reason: result.reason, failing_since: null, retry_count: 0, delayMs: regularMs }
    case 'temporary': {
      const delayMs = retryDelaysMs[before.retry_count]
      if (delayMs === undefined) return countFailure(before, result.reason, now)
      const shown = hasFailed ? before : ({ ...before, status: 'failing', reason: result.reason } as const)
      return { ...shown, retry_count: before.retry_count + 1, delayMs }
    }
    case 'broken':
      return countFailure({ ...before, retry_count: 0 }, result.reason, now)
  }
}

function countFailure(before: HealthState, reason: LinkHealthReason, now: Date): HealthState & { delayMs: number } {
  const since = before.failing_since ?? now
  const remainingMs = since.getTime() + brokenAfterMs - now.getTime()
  if (remainingMs > 0) return { ...before, status: 'failing', reason, failing_since: since, delayMs: remainingMs }
  return { ...before, status: 'broken', reason, failing_since: since, delayMs: dayMs }
}
