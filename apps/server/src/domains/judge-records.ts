import type { DnsRecord, DomainConflict } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import type { DomainRow, DomainStatus } from './domain-table.ts'
import { ownershipText, ownHostsOf, type SeenRecords } from './seen-records.ts'
import type { NameWait } from './verified-name-table.ts'

/** `mixed`: some addresses lead to this instance, and some elsewhere. */
interface Proof {
  ownership: DnsRecord['state']
  address: DnsRecord['state'] | 'mixed'
}

/** Judges what the records of a check prove about the domain of a token. */
export function judgeRecords(seen: SeenRecords, token: string, origins: Origins): Proof {
  return { ownership: compareRecord(seen.texts, [ownershipText(token)]), address: judgeAddresses(seen, origins) }
}

function judgeAddresses({ canonical_names, ipv4, ipv6, own_addresses }: SeenRecords, origins: Origins): Proof['address'] {
  const { names } = ownHostsOf(origins)
  if (canonical_names?.some((name) => names.includes(name))) return 'found'
  if (canonical_names === undefined || ipv4 === undefined || ipv6 === undefined) return 'unanswered'
  const addresses = [...ipv4, ...ipv6]
  if (addresses.length === 0) return canonical_names.length === 0 ? 'missing' : 'different'
  // Without own addresses, the name servers of this instance did not answer.
  if (own_addresses.length === 0) return 'unanswered'
  const own = addresses.filter((address) => own_addresses.includes(address))
  if (own.length === 0) return 'different'
  return own.length === addresses.length ? 'found' : 'mixed'
}

/** The state of a record that needs one of the `wanted` values. */
export function compareRecord(found: readonly string[] | undefined, wanted: readonly string[]): DnsRecord['state'] {
  if (found === undefined) return 'unanswered'
  if (found.some((value) => wanted.includes(value))) return 'found'
  return found.length === 0 ? 'missing' : 'different'
}

export function isProven({ ownership, address }: Proof): boolean {
  return ownership === 'found' && address === 'found'
}

/** Whether the check says nothing about the records. */
function isUnanswered({ ownership, address }: Proof): boolean {
  const states = [ownership, address]
  return states.includes('unanswered') && states.every((state) => state === 'unanswered' || state === 'found')
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** While a domain waits for its proof, a check comes after as long as it has waited, from seconds to a day. */
const [firstDelayMs, maxDelayMs] = [10 * secondMs, dayMs]
/** After so long without a proof, only a request checks a domain. */
const waitingMs = 30 * dayMs
/** How many failed checks in a row count, and the time between them: a single one may be a mistake of the moment. */
const countingFailures = 2
const confirmationDelayMs = 2 * minuteMs
/** Name servers that do not answer count after a while. */
const unansweredMs = hourMs
/** A failing domain is checked after as long as it has failed, up to this. */
const maxFailingDelayMs = 6 * hourMs

/** A domain as the next check finds it; `delayMs` is undefined when none comes by itself. */
export type NextStatus = Pick<DomainRow, 'status' | 'conflict' | 'proof_count' | 'failure_count' | 'failing_since'> & {
  delayMs: number | undefined
  /** The reason why a domain whose records prove everything is not verified yet. */
  wait?: NameWait
}

/**
 * The status of a domain that serves. A failed check is repeated within minutes, and the status changes when the second
 * one fails too; the domain continues to serve.
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
  return { ...(isConfirmed ? failingStatusOf(proof) : { status: before.status, conflict: before.conflict }), ...failing, delayMs }
}

const noProgress = { proof_count: 0, failure_count: 0, failing_since: null }

function failingStatusOf({ ownership, address }: Proof): { status: DomainStatus; conflict: DomainConflict | null } {
  if (ownership === 'missing' || ownership === 'different') return { status: 'lost', conflict: null }
  if (address === 'mixed') return { status: 'conflicting', conflict: 'records' }
  return { status: 'misconfigured', conflict: null }
}

/** The status of a domain that does not serve and proves nothing. One that another organization took stays lost. */
export function computeWaitingStatus(before: DomainRow, proof: Proof, now: Date): NextStatus {
  const delayMs = waitingDelayMs(before, now)
  if (before.status === 'lost' || isUnanswered(proof)) {
    return { ...noProgress, status: before.status, conflict: before.conflict, delayMs }
  }
  return { ...noProgress, ...waitingStatusOf(proof), delayMs }
}

function waitingStatusOf({ ownership, address }: Proof): { status: DomainStatus; conflict: DomainConflict | null } {
  if (address === 'mixed') return { status: 'conflicting', conflict: 'records' }
  return { status: ownership === 'different' || address === 'different' ? 'misconfigured' : 'waiting', conflict: null }
}

/** How many proofs in a row take a host from an organization that proves nothing. */
const takingProofs = 2

/**
 * The status of a domain that proves everything while another organization serves its host. `isHeld`: that one proves
 * its ownership too. Undefined: the domain takes the host.
 */
export function computeClaimStatus(before: DomainRow, isHeld: boolean, now: Date): NextStatus | undefined {
  const proofCount = isHeld ? 0 : before.proof_count + 1
  if (proofCount >= takingProofs) return undefined
  const delayMs = isHeld ? waitingDelayMs(before, now) : confirmationDelayMs
  return { ...noProgress, status: 'conflicting', conflict: 'organization', proof_count: proofCount, delayMs }
}

/**
 * The status of a domain that proves everything, and waits for a limit of newly verified names. Checks come at least
 * once an hour, because a new plan can end the wait. `isTaking`: another organization serves its host.
 */
export function computeLimitedStatus(before: DomainRow, { wait, isTaking }: { wait: NameWait; isTaking: boolean }, now: Date): NextStatus {
  const { status, conflict, proof_count } = before
  const delayMs = clamp(wait.until.getTime() - now.getTime(), secondMs, hourMs)
  const next = isTaking ? { status, conflict, proof_count } : ({ status: 'waiting', conflict: null, proof_count: 0 } as const)
  return { ...noProgress, ...next, delayMs, wait }
}

function waitingDelayMs({ checking_since }: DomainRow, now: Date): number | undefined {
  const elapsedMs = now.getTime() - checking_since.getTime()
  return elapsedMs > waitingMs ? undefined : clamp(elapsedMs, firstDelayMs, maxDelayMs)
}

/** The time from a proof of a serving domain to its next check. */
export const servingDelayMs: number = dayMs

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Returns why a domain's verification ended: another organization took its host, or a record is wrong. */
export function findLossProblem(
  { is_serving, seen, token }: DomainRow,
  origins: Origins,
): 'taken' | 'ownership' | 'address' | 'unanswered' {
  if (!is_serving || seen === null) return 'taken'
  const { ownership, address } = judgeRecords(seen, token, origins)
  if (ownership === 'missing' || ownership === 'different') return 'ownership'
  return address === 'found' || address === 'unanswered' ? 'unanswered' : 'address'
}
