import type { DnsRecord, DomainConflict } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import type { DomainRow, DomainStatus } from './domain-table.ts'
import { formatOwnershipText, getOwnHosts, type SeenRecords } from './seen-records.ts'
import type { NameWait } from './verified-name-table.ts'

/**
 * What the DNS records prove: that the organization owns the host, and that the host leads to this instance. `mixed`
 * means that some of the host's addresses belong to this instance, and some do not.
 */
interface Proof {
  ownership: DnsRecord['state']
  address: DnsRecord['state'] | 'mixed'
}

/** Returns what the records prove about the domain that has this token. */
export function judgeRecords(seen: SeenRecords, token: string, origins: Origins): Proof {
  return { ownership: compareRecord(seen.texts, [formatOwnershipText(token)]), address: judgeAddresses(seen, origins) }
}

function judgeAddresses({ canonical_names, ipv4, ipv6, own_addresses }: SeenRecords, origins: Origins): Proof['address'] {
  const { names } = getOwnHosts(origins)
  if (canonical_names?.some((name) => names.includes(name))) return 'found'
  if (canonical_names === undefined || ipv4 === undefined || ipv6 === undefined) return 'unanswered'
  const addresses = [...ipv4, ...ipv6]
  if (addresses.length === 0) return canonical_names.length === 0 ? 'missing' : 'different'
  // The addresses of this instance are unknown because name servers did not answer, so there is nothing to compare
  // with.
  if (own_addresses.length === 0) return 'unanswered'
  const own = addresses.filter((address) => own_addresses.includes(address))
  if (own.length === 0) return 'different'
  return own.length === addresses.length ? 'found' : 'mixed'
}

/** Returns the state of a record that must have one of the `wanted` values. */
export function compareRecord(found: readonly string[] | undefined, wanted: readonly string[]): DnsRecord['state'] {
  if (found === undefined) return 'unanswered'
  if (found.some((value) => wanted.includes(value))) return 'found'
  return found.length === 0 ? 'missing' : 'different'
}

export function isProven({ ownership, address }: Proof): boolean {
  return ownership === 'found' && address === 'found'
}

/** True if name servers did not answer, and no record is known to be wrong. */
function isUnanswered({ ownership, address }: Proof): boolean {
  const states = [ownership, address]
  return states.includes('unanswered') && states.every((state) => state === 'unanswered' || state === 'found')
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * While a domain waits for its proof, the delay to its next check is as long as the domain has waited so far, within
 * these bounds. For example, a domain that has waited for an hour is checked again after an hour.
 */
const [firstDelayMs, maxDelayMs] = [10 * secondMs, dayMs]
/** If a domain has waited for this time without a proof, it is checked only on request. */
const waitingMs = 30 * dayMs
/**
 * The status changes after this number of failed checks in a row, because a single failure can be temporary. The first
 * failed check is repeated after the delay.
 */
const countingFailures = 2
const confirmationDelayMs = 2 * minuteMs
/** If name servers have not answered for this time, their silence counts as a failure. */
const unansweredMs = hourMs
/**
 * The delay to the next check of a failing domain is as long as the domain has been failing so far, up to this maximum.
 */
const maxFailingDelayMs = 6 * hourMs

/**
 * Status of a domain after a check. `delayMs` is the time to the next check. It is undefined if the domain is checked
 * again only on request.
 */
export type NextStatus = Pick<DomainRow, 'status' | 'conflict' | 'proof_count' | 'failure_count' | 'failing_since'> & {
  delayMs: number | undefined
  /** Limit on newly verified names that delays a proven domain. */
  wait?: NameWait
}

/**
 * Returns the status of a serving domain. A failed check is repeated within minutes. The status changes only if the
 * second check fails too, and the domain continues to serve.
 */
export function computeServingStatus(before: DomainRow, proof: Proof, now: Date): NextStatus {
  if (isProven(proof)) return { ...noProgress, status: 'verified', conflict: null, delayMs: dayMs }
  const failingSince = before.failing_since ?? now
  const elapsedMs = now.getTime() - failingSince.getTime()
  const isSilent = isUnanswered(proof)
  const failureCount = before.failure_count + (isSilent ? 0 : 1)
  const isConfirmed = isSilent ? elapsedMs >= unansweredMs : failureCount >= countingFailures
  const failing = { proof_count: 0, failure_count: failureCount, failing_since: failingSince }
  const delayMs = clamp(elapsedMs, confirmationDelayMs, maxFailingDelayMs)
  return { ...(isConfirmed ? toFailingStatus(proof) : { status: before.status, conflict: before.conflict }), ...failing, delayMs }
}

const noProgress = { proof_count: 0, failure_count: 0, failing_since: null }

function toFailingStatus({ ownership, address }: Proof): { status: DomainStatus; conflict: DomainConflict | null } {
  if (ownership === 'missing' || ownership === 'different') return { status: 'lost', conflict: null }
  if (address === 'mixed') return { status: 'conflicting', conflict: 'records' }
  return { status: 'misconfigured', conflict: null }
}

/**
 * Returns the status of a domain that does not serve and is not proven. If another organization took over the host, the
 * status stays `lost`.
 */
export function computeWaitingStatus(before: DomainRow, proof: Proof, now: Date): NextStatus {
  const delayMs = computeWaitingDelayMs(before, now)
  if (before.status === 'lost' || isUnanswered(proof)) {
    return { ...noProgress, status: before.status, conflict: before.conflict, delayMs }
  }
  return { ...noProgress, ...toWaitingStatus(proof), delayMs }
}

function toWaitingStatus({ ownership, address }: Proof): { status: DomainStatus; conflict: DomainConflict | null } {
  if (address === 'mixed') return { status: 'conflicting', conflict: 'records' }
  return { status: ownership === 'different' || address === 'different' ? 'misconfigured' : 'waiting', conflict: null }
}

/**
 * If the organization that serves a host no longer proves its ownership, this number of proofs in a row transfers the
 * host to another organization.
 */
const takingProofs = 2

/**
 * Returns the status of a proven domain whose host another organization serves. `isHeld` is true if the other
 * organization proves its ownership too. Returns undefined if the domain takes over the host.
 */
export function computeClaimStatus(before: DomainRow, isHeld: boolean, now: Date): NextStatus | undefined {
  const proofCount = isHeld ? 0 : before.proof_count + 1
  if (proofCount >= takingProofs) return undefined
  const delayMs = isHeld ? computeWaitingDelayMs(before, now) : confirmationDelayMs
  return { ...noProgress, status: 'conflicting', conflict: 'organization', proof_count: proofCount, delayMs }
}

/**
 * Returns the status of a domain that is proven but must wait, because the limit of newly verified names is reached.
 * The domain is checked at least once an hour, because a change of the organization's plan can end the wait. `isTaking`
 * is true if another organization serves the host, and the domain would otherwise take it over.
 */
export function computeLimitedStatus(before: DomainRow, { wait, isTaking }: { wait: NameWait; isTaking: boolean }, now: Date): NextStatus {
  const { status, conflict, proof_count } = before
  const delayMs = clamp(wait.until.getTime() - now.getTime(), secondMs, hourMs)
  const next = isTaking ? { status, conflict, proof_count } : ({ status: 'waiting', conflict: null, proof_count: 0 } as const)
  return { ...noProgress, ...next, delayMs, wait }
}

function computeWaitingDelayMs({ checking_since }: DomainRow, now: Date): number | undefined {
  const elapsedMs = now.getTime() - checking_since.getTime()
  return elapsedMs > waitingMs ? undefined : clamp(elapsedMs, firstDelayMs, maxDelayMs)
}

/** Time from a successful check of a serving domain to its next check. */
export const servingDelayMs: number = dayMs

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/**
 * Returns why a domain's verification ended: another organization took over its host, a record is wrong, or name
 * servers did not answer.
 */
export function findLossProblem(
  { is_serving, seen, token }: DomainRow,
  origins: Origins,
): 'taken' | 'ownership' | 'address' | 'unanswered' {
  if (!is_serving || seen === null) return 'taken'
  const { ownership, address } = judgeRecords(seen, token, origins)
  if (ownership === 'missing' || ownership === 'different') return 'ownership'
  return address === 'found' || address === 'unanswered' ? 'unanswered' : 'address'
}
