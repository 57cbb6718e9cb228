import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { defaultServedSettings } from '../../domains/visitors.ts'
import { createServedDomains } from './served-domains.ts'

const row = (host: string, domainId = `domain of ${host}`) => ({
  host,
  domainId: domainId as DomainId,
  organizationId: 'organization' as OrganizationId,
  settings: defaultServedSettings,
})

function aTable(...hosts: string[]) {
  const servedDomains = createServedDomains({
    publicOrigin: 'https://go.example:8443',
    publicHosts: ['links.example', '203.0.113.9'],
    appOrigin: 'https://app.example',
  })
  servedDomains.replaceAll(hosts.map((host) => row(host)))
  return servedDomains
}

const hosts = ['go.lamps.example', 'xn--lmpen-gra.example', 'go.example', 'app.example']

it.each([
  undefined,
  '',
  'go.example',
  'go.example:8443',
  'GO.example.:80',
  'links.example',
  'localhost',
  'go.localhost:3001',
  '127.0.0.1:3001',
  '203.0.113.9',
  '198.51.100.7',
  '[::1]:3001',
  '[2001:db8::1]',
  'edge:3001',
])("treats the host %j as the instance's own", (header) => {
  expect(aTable(...hosts).find(header)).toEqual({ kind: 'own' })
})

it.each([
  ['go.lamps.example', 'go.lamps.example'],
  ['go.lamps.example:443', 'go.lamps.example'],
  ['Go.LAMPS.Example.', 'go.lamps.example'],
  ['go.lamps.example.:8443', 'go.lamps.example'],
  ['xn--lmpen-gra.example', 'xn--lmpen-gra.example'],
  [Buffer.from('Lämpen.example').toString('latin1'), 'xn--lmpen-gra.example'],
])('finds a domain for %j', (header, host) => {
  const domain = {
    kind: 'domain',
    domainId: `domain of ${host}`,
    organizationId: 'organization',
    host,
    settings: defaultServedSettings,
    addressPrefix: `//domain of ${host}/`,
  }
  expect(aTable(...hosts).find(header)).toEqual(domain)
})

it.each([
  'app.example',
  'other.example',
  'lamps.example',
  'x.go.lamps.example',
  'go.lamps.example..',
  '.go.lamps.example',
  'go.lamps.example:x',
  'go.lamps.example, go.example',
  'mia@go.lamps.example',
  'go_lamps.example',
  ':80',
  '::1',
  '[go.lamps.example]',
  '\xff.example',
  'x'.repeat(8_000),
])('finds no domain for %j', (header) => {
  expect(aTable(...hosts).find(header)).toEqual({ kind: 'unknown' })
})

it("knows only the instance's own hosts before domains are loaded", () => {
  const { find, count } = aTable()
  expect([find('go.example').kind, find('go.lamps.example').kind, count()]).toEqual(['own', 'unknown', 0])
})

it('serves the names of this machine even if the dashboard uses one of them', () => {
  const { find } = createServedDomains({ publicOrigin: 'https://go.example', publicHosts: [], appOrigin: 'http://localhost:3000' })
  expect(find('localhost:3001').kind).toBe('own')
})

it("returns the same object for every visit until the host's domain changes", () => {
  const table = aTable('go.lamps.example', 'sofas.example')
  const before = table.find('go.lamps.example')
  const revision = table.revision()
  table.update(['go.lamps.example'], [row('go.lamps.example')])
  table.replaceAll([row('sofas.example'), row('go.lamps.example')])
  expect(table.find('GO.lamps.example:443')).toBe(before)
  expect(table.revision()).toBe(revision)

  table.update(['go.lamps.example', 'chairs.example'], [row('go.lamps.example', 'another'), row('chairs.example')])
  expect(table.find('go.lamps.example')).toMatchObject({ domainId: 'another' })
  table.update(['chairs.example'], [])
  expect(table.find('chairs.example').kind).toBe('unknown')
  expect(
    table
      .list()
      .map(({ host }) => host)
      .toSorted(),
  ).toEqual(['go.lamps.example', 'sofas.example'])
  table.replaceAll([])
  expect([table.list(), table.count(), table.find('sofas.example').kind]).toEqual([[], 0, 'unknown'])
})

it('never replaces a configured host by a domain', () => {
  const table = aTable(...hosts)
  table.update(['go.example', 'app.example'], [row('go.example'), row('app.example')])
  expect([table.find('go.example').kind, table.find('app.example').kind, table.count()]).toEqual(['own', 'unknown', 2])
  table.update(['go.example', 'app.example'], [])
  expect([table.find('go.example').kind, table.has('app.example')]).toEqual(['own', true])
})
