import { type DomainId, domainId, type OrganizationId, organizationId } from '@linkshelf/contract'
import { z } from 'zod'
import {
  type Change,
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  mutateTogether,
  type OrganizationContext,
  read,
} from '../access/index.ts'
import type { DnsDeps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import {
  type CheckedDomain,
  type DomainRow,
  selectDomain,
  selectOverdueDomains,
  selectServingDomain,
  serveDomain,
  updateCheckedDomain,
  updateLostDomain,
} from './domain-table.ts'
import {
  computeClaimStatus,
  computeLimitedStatus,
  computeServingStatus,
  computeWaitingStatus,
  isProven,
  judgeRecords,
  type NextStatus,
  servingDelayMs,
} from './judge-records.ts'
import { formatOwnershipText, readRecords, type SeenRecords, toStoredRecords } from './seen-records.ts'
import { countVerifiedName, findNameWait, type NameToVerify } from './verified-name-table.ts'

export const checkDomainTask = 'check-domain'

const jobPayload = z.object({ organizationId, domainId })

/** Called in the transaction that stores that a domain is no longer verified. `since` is the time of that change. */
type DomainLossListener = (tx: Tx, domain: DomainRow, since: Date) => Promise<void>

export interface CheckOptions {
  /** Maximum number of host names that the whole instance may newly verify within three hours. */
  instanceLimit: number
  onLoss: DomainLossListener
}

interface DomainKey {
  id: DomainId
  organization_id: OrganizationId
}

/**
 * Enqueues the next check of a domain, and replaces a check that is already enqueued. The payload names the
 * organization, so that each organization gets only a share of the workers.
 */
export function enqueueCheck(db: Db, { id, organization_id }: DomainKey, runAt: Date): Promise<void> {
  const payload = { organizationId: organization_id, domainId: id }
  return enqueueJob(db, checkDomainTask, payload, { key: `${checkDomainTask}:${id}`, runAt })
}

/** If a check is overdue by more than this delay, it is enqueued again. */
const overdueMs = 5 * 60_000
const overdueDomains = 1_000

/** The job that enqueues lost checks again, for example checks whose attempts all failed. */
export async function enqueueOverdueChecks({ db, clock }: DnsDeps): Promise<void> {
  const now = clock.now()
  const domains = await selectOverdueDomains(db, new Date(now.getTime() - overdueMs), overdueDomains)
  for (const domain of domains) await enqueueCheck(db, domain, now)
}

/**
 * The job that checks the records of a domain. Does nothing before the check is due. DNS is queried outside of
 * transactions, so that no transaction waits for name servers. If another check stored a result while this check
 * queried DNS, this check's result is not stored.
 */
export async function checkDomain(deps: DnsDeps, payload: unknown, { instanceLimit, onLoss }: CheckOptions): Promise<void> {
  const ids = jobPayload.parse(payload)
  const domain = await selectDomain(deps.db, ids.organizationId, ids.domainId)
  if (domain?.next_check_at == null || domain.next_check_at > deps.clock.now()) return

  const seen = await readRecords(deps.dns, domain.host, deps.origins)
  const ctx = await findContext(deps, domain)
  if (ctx === undefined) return
  const proof = judgeRecords(seen, domain.token, deps.origins)
  const check = { ctx, domain, seen, onLoss, name: { host: domain.host, userId: domain.added_by, instanceLimit } }
  if (domain.is_serving) return storeCheck(check, computeServingStatus(domain, proof, ctx.now))
  if (!isProven(proof)) return storeCheck(check, computeWaitingStatus(domain, proof, ctx.now))
  await claimHost(deps, check)
}

interface Check {
  ctx: OrganizationContext
  domain: DomainRow
  seen: SeenRecords
  name: NameToVerify
  onLoss: DomainLossListener
}

function findContext(deps: DnsDeps, { organization_id }: DomainRow): Promise<OrganizationContext | undefined> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: checkDomainTask }, source: 'job' })
  return findSystemContext(job, organization_id)
}

function toChecked({ ctx: { now }, seen }: Check, { delayMs, wait, ...next }: NextStatus): CheckedDomain {
  const next_check_at = delayMs === undefined ? null : new Date(now.getTime() + delayMs)
  const limited = { limited_by: wait?.limit ?? null, limited_until: wait?.until ?? null }
  return { ...next, ...limited, next_check_at, checked_at: now, seen: toStoredRecords(seen) }
}

function toAuditedStatus({ host, status, conflict }: Pick<DomainRow, 'host' | 'status' | 'conflict'>): object {
  return { name: host, status, conflict }
}

/**
 * Stores the result of a domain check. If the status changes, adds an audit entry. If the domain was verified until
 * now, also calls the listener `onLoss`.
 */
async function storeCheck(check: Check, next: NextStatus): Promise<void> {
  const { ctx, domain } = check
  const checked = toChecked(check, next)
  if (next.status === domain.status && next.conflict === domain.conflict) {
    // No transaction is needed: if enqueuing the next check fails, that check becomes overdue, and
    // `enqueueOverdueChecks` enqueues it.
    if (await updateCheckedDomain(ctx.db, domain, checked)) await enqueueNextCheck(ctx.db, check, checked)
    return
  }
  await ignoreDeleted(
    mutate(ctx, { action: 'domain.change_state', entity: 'domain', entityId: domain.id }, async (tx, change) => {
      const stored = { ...checked, ...(next.status !== domain.status && { status_since: ctx.now }) }
      if (!(await updateCheckedDomain(tx, domain, stored))) fail('NOT_FOUND')
      await enqueueNextCheck(tx, check, stored)
      if (domain.is_serving && domain.status === 'verified') await check.onLoss(tx, domain, ctx.now)
      change.before = toAuditedStatus(domain)
      change.after = toAuditedStatus({ ...next, host: domain.host })
    }),
  )
}

async function enqueueNextCheck(tx: Db, { domain }: Check, { next_check_at: nextAt }: CheckedDomain): Promise<void> {
  if (nextAt !== null) await enqueueCheck(tx, domain, nextAt)
}

/**
 * Makes a proven domain serve its host. If a limit on newly verified names is reached, the domain waits instead. If
 * another organization serves the host and also proves its ownership, that organization continues to serve the host. If
 * it no longer proves its ownership, the checked domain takes over the host at its second proof in a row.
 */
async function claimHost(deps: DnsDeps, check: Check): Promise<void> {
  const { domain, seen, ctx } = check
  const holder = await selectServingDomain(deps.db, domain.host)
  const wait = await read(ctx, (tx) => findNameWait(tx, ctx, check.name))
  if (holder === undefined) {
    if (wait !== undefined) return storeCheck(check, computeLimitedStatus(domain, { wait, isTaking: false }, ctx.now))
    await ignoreDeleted(mutate(ctx, createVerifyMutation(domain.id), (tx, change) => storeVerified(tx, change, check)))
    return enqueueMissedCheck(deps, domain)
  }
  const isHeld = seen.texts?.includes(formatOwnershipText(holder.token)) ?? false
  const next = computeClaimStatus(domain, isHeld, ctx.now)
  if (next !== undefined) return storeCheck(check, next)
  if (wait !== undefined) return storeCheck(check, computeLimitedStatus(domain, { wait, isTaking: true }, ctx.now))
  await transferHost(deps, check, holder)
}

/**
 * Transfers the host from `holder` to the checked domain. Both organizations are locked first, in the order of their
 * ids, because `mutateTogether` needs this order.
 */
async function transferHost(deps: DnsDeps, check: Check, holder: DomainRow): Promise<void> {
  const { ctx, domain } = check
  const holderCtx = await findContext(deps, holder)
  if (holderCtx === undefined) return enqueueMissedCheck(deps, domain)
  const contexts = [ctx, holderCtx].toSorted((one, other) => (one.organization.id < other.organization.id ? -1 : 1))
  await ignoreDeleted(
    mutateTogether(ctx.db, async (step, inspect) => {
      for (const each of contexts) await inspect(each, async () => true)
      await step(holderCtx, { action: 'domain.lose', entity: 'domain', entityId: holder.id }, async (tx, change) => {
        if (!(await updateLostDomain(tx, holder.id, ctx.now))) fail('NOT_FOUND')
        await enqueueCheck(tx, holder, ctx.now)
        await check.onLoss(tx, holder, ctx.now)
        change.before = { ...toAuditedStatus(holder), serving: true }
        change.after = { ...toAuditedStatus({ host: holder.host, status: 'lost', conflict: 'organization' }), serving: false }
      })
      await step(ctx, createVerifyMutation(domain.id), (tx, change) => storeVerified(tx, change, check))
    }),
  )
  await enqueueMissedCheck(deps, domain)
}

const createVerifyMutation = (domainId: DomainId) => ({ action: 'domain.verify', entity: 'domain', entityId: domainId }) as const

/**
 * Makes the domain serve its host and stores that it is verified. Throws NOT_FOUND if another domain serves the host by
 * now (domains_serving_host_key), or if a limit on newly verified names was reached in the meantime.
 */
async function storeVerified(tx: Tx, change: Change, check: Check): Promise<void> {
  const { ctx, domain, name } = check
  if (!(await countVerifiedName(tx, ctx, name))) fail('NOT_FOUND')
  if (!(await serveDomain(tx, domain.id))) fail('NOT_FOUND')
  const next = { status: 'verified', conflict: null, proof_count: 0, failure_count: 0, failing_since: null } as const
  const verified = { ...toChecked(check, { ...next, delayMs: servingDelayMs }), verified_at: ctx.now, status_since: ctx.now }
  if (!(await updateCheckedDomain(tx, { ...domain, is_serving: true }, verified))) fail('NOT_FOUND')
  await enqueueNextCheck(tx, check, verified)
  change.before = { ...toAuditedStatus(domain), serving: false }
  change.after = { ...toAuditedStatus({ ...next, host: domain.host }), serving: true }
}

/**
 * If the result of a check was not stored because another transaction came first, the check is repeated after this
 * delay.
 */
const missedDelayMs = 5_000

async function enqueueMissedCheck(deps: DnsDeps, domain: DomainRow): Promise<void> {
  const now = deps.clock.now()
  const current = await selectDomain(deps.db, domain.organization_id, domain.id)
  if (current?.check_count === domain.check_count) await enqueueCheck(deps.db, domain, new Date(now.getTime() + missedDelayMs))
}
