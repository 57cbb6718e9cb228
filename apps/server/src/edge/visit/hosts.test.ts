// Every link exists on only one domain. A request in any form must lead only to links of the domain that its host
// names.

import type { DomainId, OrganizationId } from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultServedSettings } from '../../domains/visitors.ts'
import { parseAddressKey } from '../../links/tables/link-address.ts'
import type { FoundLink } from '../../links/visitors.ts'
import { createServedDomains } from '../domains/served-domains.ts'
import { createLinkCache } from '../link-cache/link-cache.ts'
import { createLinkPages } from '../link-pages.ts'
import { createNotFoundLimit } from '../not-found-limit.ts'
import { NOT_FOUND, type Outcome, STORE_NOT_FOUND } from '../outcome.ts'
import { createVisitResolver } from './resolve-visit.ts'
import { createDomainVisits } from './visit-domain.ts'

const ownHosts = ['go.example', 'links.example', 'localhost', '127.0.0.1', '[2001:db8::1]', 'edge'] as const
const domains = ['go.lamps.example', 'lamps.example', 'xn--lmpen-gra.example', 'go.chairs.example', 'example.com'] as const
const unknownHosts = ['go.lamps.example.evil.test', 'app.example', '.example', 'xn--lmpen.example', 'lamps.example:80:80'] as const
const slugs = ['lamp', 'go/lamp', 'v1.0', 'küche', 'LAMP', 'sale+more'] as const

const toDomainId = (host: string) => `domain of ${host}` as DomainId
const places = [null, ...domains]

/**
 * The existing links. Each domain, and the instance itself (null), has three of the six slugs. Neighbors in `places`
 * have different slugs.
 */
const links = places.flatMap((place, nth) => slugs.filter((_, at) => (at + nth) % 2 === 0).map((slug) => ({ place, slug })))

function formatDestination(place: string | null, slug: string): string {
  return `https://shop.example/${place ?? 'own'}/${encodeURIComponent(slug)}`
}

function findLinks(addresses: readonly string[]): Map<string, FoundLink> {
  return new Map(
    addresses.flatMap((address): [string, FoundLink][] => {
      const { domainId, slug } = parseAddressKey(address)
      const link = links.find((one) => one.slug === slug && (one.place === null ? domainId === null : toDomainId(one.place) === domainId))
      if (link === undefined) return []
      const ids = { linkId: address, projectId: 'p', organizationId: 'o', revision: 1 }
      return [[address, { kind: 'link', link: { ...ids, destination: formatDestination(link.place, slug), rules: [] } }]]
    }),
  )
}

function openResolver() {
  const servedDomains = createServedDomains({
    publicOrigin: 'https://go.example',
    publicHosts: ['links.example'],
    appOrigin: 'https://app.example',
  })
  servedDomains.replaceAll(
    domains.map((host) => ({ host, domainId: toDomainId(host), organizationId: 'o' as OrganizationId, settings: defaultServedSettings })),
  )
  const resolveVisit = createVisitResolver({
    servedDomains,
    linkCache: createLinkCache({ findLinks: async (addresses) => findLinks(addresses) }),
    notFoundLimit: createNotFoundLimit(1e9),
    countries: { find: () => '', close: () => undefined },
    linkPages: createLinkPages('https://go.example'),
    findTitle: async () => undefined,
    visitStore: async () => STORE_NOT_FOUND,
    domainVisits: createDomainVisits({ publicOrigin: 'https://go.example', findFiles: async () => undefined, timeoutMs: 60_000 }),
    isPageShown: () => false,
    visitMedia: async () => NOT_FOUND,
    trustedProxies: undefined,
    clock: { now: () => new Date() },
  })
  return (url: string, host: string | undefined) =>
    resolveVisit({ method: 'GET', url, headers: { host }, socket: { remoteAddress: '198.51.100.7' } })
}

function findPlace(host: string): string | null | undefined {
  if ((ownHosts as readonly string[]).includes(host)) return null
  return (domains as readonly string[]).includes(host) ? host : undefined
}

/** Returns the expected outcome, found by searching the list of all links. */
function computeExpected(host: string, slug: string): string {
  const place = findPlace(host)
  return links.some((link) => link.place === place && link.slug === slug) ? formatDestination(place as string | null, slug) : 'not-found'
}

function describeOutcome(outcome: Outcome): string {
  return outcome.kind === 'redirect' ? outcome.location : outcome.kind
}

const aSpelling = fc.record({
  isUpper: fc.boolean(),
  dot: fc.constantFrom('', '.'),
  port: fc.constantFrom('', ':80', ':443', ':3001'),
  isAbsolute: fc.boolean(),
  isReadable: fc.boolean(),
  other: fc.constantFrom(...ownHosts, ...domains),
})
const aRequest = fc.record({
  host: fc.constantFrom(...ownHosts, ...domains, ...unknownHosts),
  slug: fc.constantFrom(...slugs, 'missing'),
  spelling: aSpelling,
})

/** Returns the target and the Host header of a request. The spelling decides in which form they name the host. */
function formatSpelling({ host, slug, spelling }: typeof aRequest extends fc.Arbitrary<infer Request> ? Request : never): [string, string] {
  const { isUpper, dot, port, isAbsolute, isReadable, other } = spelling
  const readable = isReadable && host === 'xn--lmpen-gra.example' ? Buffer.from('lämpen.example').toString('latin1') : host
  const isName = !host.startsWith('[') && !host.includes(':') && !/^[\d.]+$/.test(host)
  const spelled = `${isUpper && readable === host ? host.toUpperCase() : readable}${isName ? dot : ''}${host.includes('80:80') ? '' : port}`
  const path = `/${encodeURI(slug)}`
  // A target in absolute form wins over the header.
  return isAbsolute && URL.canParse(`http://${host}`) ? [`http://${host}${port}${path}`, other] : [path, spelled]
}

it('answers 100,000 random hosts and slugs like a search in a list of all links', async () => {
  const resolve = openResolver()
  const requests = fc.sample(aRequest, { numRuns: 100_000, seed: 20_261_126 })
  const counts = { redirect: 0, missing: 0 }
  for (const request of requests) {
    const [target, header] = formatSpelling(request)
    const answer = describeOutcome(await resolve(target, header))
    const wanted = computeExpected(request.host, request.slug)
    if (answer !== wanted) expect({ target, header, answer }).toEqual({ target, header, answer: wanted })
    counts[answer === 'not-found' ? 'missing' : 'redirect'] += 1
  }
  expect(Math.min(counts.redirect, counts.missing)).toBeGreaterThan(20_000)
})

it('serves only its health on a host without a domain', async () => {
  const resolve = openResolver()
  for (const host of unknownHosts)
    for (const path of ['/', '/lamp', '/@mia', '/robots.txt', '/favicon.ico', '/lamp+', '/lamp/go'])
      expect([host, path, describeOutcome(await resolve(path, host))]).toEqual([host, path, 'not-found'])
  expect(await resolve('/healthz', 'other.example')).toEqual({ kind: 'page', page: 'health' })
})

it("does not serve stores of the instance's domain on an own domain", async () => {
  const resolve = openResolver()
  expect(describeOutcome(await resolve('/@mia', 'go.example'))).toBe('store-not-found')
  expect(describeOutcome(await resolve('/@mia', 'lamps.example'))).toBe('not-found')
})
