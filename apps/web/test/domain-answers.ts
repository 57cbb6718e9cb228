// Domains as the API returns them, for tests of screens and for scenes.
import type { DnsRecord, Domain, DomainSettings } from '@linkshelf/contract'

function aRecord(type: DnsRecord['type'], name: string, value: string): DnsRecord {
  return { type, name, value, state: 'missing', found: [] }
}

/** A domain whose records are missing, on an instance at `lnk.example`. It was checked a minute ago. */
export function aDomain(changes: Partial<Domain> = {}): Domain {
  const { host = 'go.lamps.example' } = changes
  return {
    domain_id: '0197a000-0000-7000-8000-000000000d01',
    host,
    display_host: host,
    state: 'waiting',
    state_since: '2025-11-30T09:10:00.000Z',
    conflict: null,
    serving: false,
    ownership_record: aRecord('TXT', `_linkshelf.${host}`, 'linkshelf-verification=4be1c07d92a85f3e6b1d08c7a94f2e53'),
    address_records: [aRecord('CNAME', host, 'lnk.example'), aRecord('A', host, '203.0.113.5'), aRecord('AAAA', host, '2001:db8::5')],
    verified_at: null,
    checked_at: '2025-11-30T09:40:00.000Z',
    next_check_at: '2025-11-30T12:15:00.000Z',
    limited_by: null,
    limited_until: null,
    created: '2025-11-30T09:10:00.000Z',
    ...changes,
  }
}

/** A domain that has the correct records and is serving. */
export function aVerifiedDomain(changes: Partial<Domain> = {}): Domain {
  const { ownership_record: ownership, address_records: addresses, ...waiting } = aDomain(changes)
  const found = (record: DnsRecord): DnsRecord => ({ ...record, state: 'found', found: [record.value] })
  return {
    ...waiting,
    state: 'verified',
    serving: true,
    ownership_record: found(ownership),
    address_records: addresses.map(found),
    verified_at: '2025-11-12T08:00:00.000Z',
    next_check_at: '2025-12-01T08:00:00.000Z',
    ...changes,
  }
}

/** The settings of a domain. By default, all of them have their initial values. */
export function aDomainSettings(changes: Partial<DomainSettings> = {}): DomainSettings {
  return {
    root_url: null,
    store_project_id: null,
    not_found_url: null,
    robots_txt: null,
    favicon: null,
    apple_app_site_association: null,
    asset_links: null,
    revision: 'first',
    ...changes,
  }
}
