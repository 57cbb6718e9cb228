import type { Domain } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDomain } from '../../../test/domain-answers.ts'
import { computeRefetchDelay, describeDomain } from './domain-state.ts'

const now = '2025-11-30T10:00:00.000Z'
const nowMs = Date.parse(now)

it.each<[string, Partial<Domain>[], number | false]>([
  ['no domain', [], false],
  ['a verified domain', [{ state: 'verified', next_check_at: '2025-12-01T09:00:00.000Z' }], false],
  ['a verified domain whose check was requested', [{ state: 'verified', next_check_at: now }], 2_000],
  ['a domain that is checked soon', [{ next_check_at: '2025-11-30T10:00:40.000Z' }], 2_000],
  ['a domain whose check is late', [{ next_check_at: '2025-11-30T09:00:00.000Z' }], 2_000],
  ['a domain that is checked later', [{ next_check_at: '2025-11-30T12:00:00.000Z' }], 30_000],
  ['a domain that is not checked any more', [{ next_check_at: null }], false],
  ['several domains, by their next check', [{ next_check_at: '2025-11-30T12:00:00.000Z' }, { next_check_at: now }], 2_000],
])('returns the refetch delay for %s', (_what, domains, delay) => {
  expect(computeRefetchDelay(domains.map(aDomain), nowMs)).toBe(delay)
})

const records = aDomain().address_records
const createRecords = (found: string[], state: 'different' | 'found') =>
  records.map((record) => (record.type === 'A' ? { ...record, found, state } : { ...record, state: 'missing' as const }))

it.each<[string, Partial<Domain>, RegExp]>([
  [
    'that leads elsewhere',
    { state: 'misconfigured', address_records: createRecords(['198.51.100.7'], 'different') },
    /^The TXT record is missing\. The domain points to 198\.51\.100\.7\. Expected: lnk\.example, or 203\.0\.113\.5 and 2001:db8::5\.$/,
  ],
  [
    'that leads elsewhere while it serves',
    { state: 'misconfigured', serving: true, address_records: createRecords(['198.51.100.7'], 'different') },
    /Until then its links continue to work\.$/,
  ],
  [
    'with one address that leads elsewhere',
    { state: 'conflicting', conflict: 'records', address_records: createRecords(['203.0.113.5', '198.51.100.7'], 'found') },
    /^Remove the records of 198\.51\.100\.7\./,
  ],
  [
    'that waits for a limit',
    { limited_by: 'organization', limited_until: '2025-12-01T09:00:00.000Z' },
    /^Your organization has verified as many domains within a day as its plan includes\. This domain can be verified at Dec 01, 2025 \d\d:00\.$/,
  ],
])('says what was found for a domain %s', (_what, changes, text) => {
  expect(describeDomain(aDomain(changes)).text).toMatch(text)
})
