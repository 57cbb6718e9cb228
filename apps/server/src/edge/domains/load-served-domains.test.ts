import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { expect, it, vi } from 'vitest'
import { defaultServedSettings, type ServedDomainRow } from '../../domains/visitors.ts'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { createServedDomainLoading } from './load-served-domains.ts'
import { createServedDomains } from './served-domains.ts'

const row = (host: string): ServedDomainRow => ({
  host,
  domainId: host as DomainId,
  organizationId: 'o' as OrganizationId,
  settings: defaultServedSettings,
})

/** Loads domains from an array that the test can change. Queries fail while `isReachable` is false. */
function openLoading() {
  const served = createServedDomains({ publicOrigin: 'https://go.example', publicHosts: [] })
  const database = { rows: [] as ServedDomainRow[], isReachable: true, listed: 0, found: [] as string[][] }
  const warn = vi.fn()
  const reach = () => {
    if (!database.isReachable) throw new Error('connect ECONNREFUSED')
  }
  const loading = createServedDomainLoading({
    servedDomains: served,
    async findDomains(hosts) {
      reach()
      database.found.push([...hosts])
      return database.rows.filter(({ host }) => hosts.includes(host))
    },
    async listDomains(afterHost, limit) {
      reach()
      database.listed += 1
      return database.rows.filter(({ host }) => host > afterHost).slice(0, limit)
    },
    onLoaded() {},
    timeoutMs: 60_000,
    retryMs: 1,
    log: { ...silentLog, warn } as unknown as Log,
  })
  return { served, database, loading, warn }
}

it('loads all domains in pages, and then only the changed ones', async () => {
  const { served, database, loading } = openLoading()
  const names = Array.from({ length: 1_200 }, (_, nth) => `shop-${String(nth).padStart(4, '0')}.example`)
  database.rows = names.map(row)
  loading.loadAll()
  expect(loading.isCurrent()).toBe(false)
  await expect.poll(loading.isCurrent).toBe(true)
  expect([served.count(), database.listed]).toEqual([1_200, 3])

  database.rows = [...names.slice(1).map(row), row('lamps.example')]
  loading.load('lamps.example')
  loading.load('shop-0000.example')
  await expect.poll(loading.isCurrent).toBe(true)
  expect([served.find('lamps.example').kind, served.find('shop-0000.example').kind]).toEqual(['domain', 'unknown'])
  expect([database.listed, database.found]).toEqual([3, [['lamps.example'], ['shop-0000.example']]])
  loading.close()
})

it("serves the known domains while the database can't be reached, and misses no change", async () => {
  const { served, database, loading, warn } = openLoading()
  database.rows = [row('lamps.example'), row('sofas.example')]
  loading.loadAll()
  await expect.poll(loading.isCurrent).toBe(true)

  database.isReachable = false
  loading.load('lamps.example')
  loading.load('chairs.example')
  await expect.poll(() => warn.mock.calls.length).toBe(1)
  expect(served.find('lamps.example').kind).toBe('domain')
  database.rows = [row('chairs.example'), row('sofas.example')]
  database.isReachable = true
  await expect.poll(loading.isCurrent).toBe(true)
  expect([served.find('lamps.example').kind, served.find('chairs.example').kind]).toEqual(['unknown', 'domain'])

  database.isReachable = false
  database.rows = []
  loading.loadAll()
  await expect.poll(() => warn.mock.calls.length).toBe(2)
  expect(served.count()).toBe(2)
  database.isReachable = true
  await expect.poll(() => served.count()).toBe(0)
  loading.close()
})

it('loads all domains if more hosts have changed than its limit', async () => {
  const { database, loading } = openLoading()
  database.rows = [row('lamps.example')]
  for (let nth = 0; nth <= 10_001; nth += 1) loading.load(`shop-${nth}.example`)
  await expect.poll(loading.isCurrent).toBe(true)
  expect(database.listed).toBe(1)
  loading.close()
})
