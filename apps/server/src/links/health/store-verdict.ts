import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Verdict } from './judge-page.ts'
import { type CheckedLink, type CheckFacts, type DueLink, selectLinksOfPage, updateHealth } from './link-check-table.ts'
import { type HealthState, nextHealth } from './next-health.ts'
import { checkLinksTask } from './request-link-check.ts'

type StoreDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

/**
 * Checks are put off by up to a twentieth of their delay, so that links that were added together are not
 * checked together forever.
 */
const spread = 0.05

/**
 * Stores what a check found for every link of the project that leads to the page. A link that breaks or is well
 * again gets an audit entry.
 */
export async function storeVerdict(deps: StoreDeps, link: DueLink, verdict: Verdict): Promise<void> {
  const now = deps.clock.now()
  const found = { redirectedTo: redirectEnd(link, verdict), checkedAt: now }
  const unchanged = new Map<string, { links: CheckedLink[]; next: HealthState; nextCheckAt: Date }>()
  for (const checked of await selectLinksOfPage(deps.db, link)) {
    const { delayMs, ...next } = nextHealth(checked, verdict, now, checked.is_archived)
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
}

/** The URL where the page was found after redirects: null without any, undefined where it was not found. */
function redirectEnd({ hop_count, request_url }: DueLink, { kind }: Verdict): string | null | undefined {
  if (kind !== 'ok' && kind !== 'unavailable') return undefined
  return hop_count === 0 ? null : request_url
}

async function storeChange(
  deps: StoreDeps,
  { page_url, project_id }: DueLink,
  before: CheckedLink,
  next: HealthState,
  facts: CheckFacts,
): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: checkLinksTask }, source: 'job' })
  const ctx = await findSystemContext(job, before.organization_id, project_id)
  if (ctx === undefined) return
  await ignoreDeleted(
    mutate(ctx, { action: 'link.change_health', entity: 'link', entityId: before.link_id }, async (tx, change) => {
      const stored = await updateHealth(tx, page_url, [before.link_id], before.status, next, facts)
      if (stored.length === 0) fail('NOT_FOUND')
      Object.assign(change, {
        before: { status: before.status, reason: before.reason },
        after: { status: next.status, reason: next.reason },
      })
    }),
  )
}
