import { type DnsRecord, type Domain, type DomainLimit, type DomainState, describeDomainLimit } from '@linkshelf/contract'
import { formatInstant } from '../../ui/formats/dates.ts'
import type { TagProps } from '../../ui/tag.tsx'

interface ShownState {
  label: string
  tone: NonNullable<TagProps['tone']>
}

const tags: Readonly<Record<DomainState, ShownState>> = {
  waiting: { label: 'Waiting for DNS', tone: 'pending' },
  verified: { label: 'Verified', tone: 'good' },
  misconfigured: { label: 'Misconfigured', tone: 'bad' },
  conflicting: { label: 'Conflicting', tone: 'bad' },
  lost: { label: 'Lost', tone: 'bad' },
  archived: { label: 'Archived', tone: 'neutral' },
}

export function toDomainTag({ state, limited_by }: Domain): ShownState {
  return isWaitingForLimit(state, limited_by) ? { label: 'Waiting for its turn', tone: 'pending' } : tags[state]
}

/** Returns true if the records are right, but a limit on newly verified domains delays the verification. */
function isWaitingForLimit(state: DomainState, limit: DomainLimit | null): limit is DomainLimit {
  return limit !== null && state !== 'archived'
}

/**
 * If a check is due within this time, the domains are polled fast, because the check can change a domain at any moment.
 */
const soonMs = 60_000
const [pollIntervalMs, idleIntervalMs] = [2_000, 30_000]

/**
 * Returns the time in milliseconds until domains are refetched, which is short while a check is near. Returns false if
 * no check is expected.
 */
export function computeRefetchDelay(domains: readonly Pick<Domain, 'state' | 'next_check_at'>[], nowMs: number): number | false {
  if (domains.some(({ next_check_at }) => isCheckNear(next_check_at, nowMs))) return pollIntervalMs
  const isAwaited = domains.some(({ state, next_check_at }) => next_check_at !== null && state !== 'verified' && state !== 'archived')
  return isAwaited && idleIntervalMs
}

export function isCheckNear(nextCheckAt: string | null, nowMs: number): boolean {
  return nextCheckAt !== null && Date.parse(nextCheckAt) - nowMs < soonMs
}

interface DomainFinding {
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  title: string
  text: string
}

/** Returns the state in words: the problem, the records that were found, and the consequence. */
export function describeDomain(domain: Domain): DomainFinding {
  const { state, serving, limited_by: limit } = domain
  const finding = isWaitingForLimit(state, limit) ? describeLimit(domain, limit) : findings[state](domain)
  return serving && finding.tone === 'bad' ? { ...finding, text: `${finding.text} Until then its links continue to work.` } : finding
}

function describeLimit({ limited_until: until }: Domain, limit: DomainLimit): DomainFinding {
  const next = until === null ? '' : ` This domain can be verified at ${formatInstant(until)}.`
  return { tone: 'neutral', title: 'The records are right', text: `${describeDomainLimit(limit)}${next}` }
}

const findings: Readonly<Record<DomainState, (domain: Domain) => DomainFinding>> = {
  waiting: () => ({
    tone: 'neutral',
    title: 'Waiting for DNS',
    text: 'Enter the records below at your DNS provider. They are checked automatically. Changes take minutes at most providers, hours at some.',
  }),
  verified: () => ({ tone: 'good', title: 'Short links work on this domain', text: 'The DNS records are checked once a day.' }),
  misconfigured: (domain) => ({ tone: 'bad', title: 'The records are not right', text: listProblems(domain).join(' ') }),
  conflicting: (domain) =>
    domain.conflict === 'organization'
      ? {
          tone: 'bad',
          title: 'Another organization has this domain',
          text: 'Your records are right, but its TXT record is still there. Remove that record, and the domain becomes yours.',
        }
      : { tone: 'bad', title: 'Some addresses lead elsewhere', text: describeConflict(domain) },
  lost: ({ conflict }) =>
    conflict === 'organization'
      ? {
          tone: 'bad',
          title: 'Another organization proved that it owns this domain',
          text: 'Your links on it stopped working. If the domain is still yours, set its TXT record again.',
        }
      : { tone: 'bad', title: 'The proof of ownership is gone', text: 'Set the TXT record below again.' },
  archived: ({ serving }) => ({
    tone: 'neutral',
    title: 'Archived',
    text: serving ? 'Links on this domain continue to work. New links do not use it.' : 'New links do not use this domain.',
  }),
}

function listProblems({ ownership_record: ownership, address_records: addresses }: Domain): string[] {
  const problems: string[] = []
  if (ownership.state === 'different') problems.push(`The TXT record has another value: ${ownership.found.join(', ')}.`)
  if (ownership.state === 'missing') problems.push('The TXT record is missing.')
  if (addresses.some(({ state }) => state === 'found')) return problems
  const found = listFound(addresses)
  const expected = formatExpected(addresses)
  if (found.length > 0) problems.push(`The domain points to ${found.join(', ')}. Expected: ${expected}.`)
  else if (addresses.some(({ state }) => state === 'unanswered')) problems.push('The name servers of the domain do not answer.')
  else problems.push(`The domain points nowhere. Expected: ${expected}.`)
  return problems
}

function describeConflict({ address_records: addresses }: Domain): string {
  const own = addresses.map(({ value }) => value)
  const others = listFound(addresses).filter((found) => !own.includes(found))
  return `Remove the records of ${others.join(', ')}. Visitors who get one of them do not reach your links.`
}

/**
 * Returns the alternatives for the owner's DNS records: the CNAME value, or all addresses. For example, "a.example, or
 * 192.0.2.1 and 192.0.2.2".
 */
function formatExpected(records: readonly DnsRecord[]): string {
  const listValues = (isAlias: boolean) => records.filter(({ type }) => (type === 'CNAME') === isAlias).map(({ value }) => value)
  const choices = [listValues(true).join(' or '), listValues(false).join(' and ')]
  return choices.filter((values) => values !== '').join(', or ')
}

/** Returns the CNAME values that the check found, or the addresses that it found if there is no CNAME. */
function listFound(records: readonly DnsRecord[]): string[] {
  const aliases = records.filter(({ type }) => type === 'CNAME').flatMap(({ found }) => found)
  return aliases.length > 0 ? aliases : [...new Set(records.flatMap(({ found }) => found))]
}
