import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { type DomainFiles, defaultServedSettings } from '../../domains/visitors.ts'
import type { ServedDomain } from '../domains/served-domains.ts'
import { createDomainVisits } from './visit-domain.ts'

const domainId = '01900000-0000-7000-8000-000000000001' as DomainId
const organizationId = '01900000-0000-7000-8000-000000000002' as OrganizationId
const domain: ServedDomain = {
  kind: 'domain',
  domainId,
  organizationId,
  host: 'lamps.example',
  settings: defaultServedSettings,
  addressPrefix: `//${domainId}/`,
}
const files: DomainFiles = { robots: 'User-agent: *\n', appleAppSiteAssociation: null, assetLinks: null }

it("loads a domain's files once for concurrent visits, and again if that failed", async () => {
  const loads: PromiseWithResolvers<DomainFiles | undefined>[] = []
  const findFiles = () => {
    const load = Promise.withResolvers<DomainFiles | undefined>()
    loads.push(load)
    return load.promise
  }
  const visits = createDomainVisits({ publicOrigin: 'https://go.example', findFiles, timeoutMs: 60_000 })
  const visitAll = () =>
    Promise.all(Array.from({ length: 20 }, () => visits.open(domain, '/robots.txt', { mayLoad: () => true, language: () => 'en' })))

  const failed = visitAll()
  expect(loads).toHaveLength(1)
  loads[0]?.reject(new Error('The database is away'))
  expect(new Set((await failed).map((outcome) => outcome?.kind))).toEqual(new Set(['busy']))

  const found = visitAll()
  expect(loads).toHaveLength(2)
  loads[1]?.resolve(files)
  expect(new Set((await found).map((outcome) => outcome?.kind))).toEqual(new Set(['domain-page']))
  await visitAll()
  expect(loads).toHaveLength(2)
})
