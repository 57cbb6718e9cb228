import { retailerIds, retailerNames, retailers } from '@linkshelf/retailers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aProject } from '../../test/builders/builders.ts'
import { people } from '../../test/builders/user-agents.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { parseUserAgent } from './enrichment/parse-user-agent.ts'
import { findTrafficSource, trafficSources } from './traffic-sources.ts'

const sources = Object.entries(trafficSources)
const hosts = sources.flatMap(([name, source]) => source.hosts.map((host) => [host, name] as const))
const browsers = sources.flatMap(([name, source]) => (source.browsers ?? []).map((browser) => [browser, name] as const))

/** All hosts. A pattern, for example `google.*`, is replaced with the hosts of three countries. */
const spelled = hosts.flatMap(([host, name]) =>
  host.endsWith('.*') ? ['de', 'co.uk', 'com.br'].map((country) => [host.replace('*', country), name] as const) : [[host, name] as const],
)

it('names every host of a source, its subdomains, and its hosts in countries', () => {
  for (const [host, name] of spelled) {
    expect([host, findTrafficSource(host, 'Chrome')]).toEqual([host, name])
    if (host.split('.').length < 5) expect([host, findTrafficSource(`l.m.${host}`, '')]).toEqual([host, name])
  }
})

it('names every retailer', () => {
  const firstDomains = retailerIds.map((id) => [...retailers[id].domains.keys()][0] ?? '')
  expect(firstDomains.map((domain) => findTrafficSource(domain, ''))).toEqual(retailerIds.map((id) => retailerNames[id]))
})

it('has each host and each browser once, and no name that could be a host', () => {
  expect(new Set(hosts.map(([host]) => host)).size).toBe(hosts.length)
  expect(new Set(browsers.map(([browser]) => browser)).size).toBe(browsers.length)
  expect(sources.filter(([name]) => name === name.toLowerCase() && name.includes('.'))).toEqual([])
})

it('returns an unknown host itself, even if it ends like a known host', () => {
  for (const host of [
    'blog.example',
    'notfacebook.com',
    'facebook.com.example',
    'x.co',
    'localhost',
    'google.example',
    'google.ne.jp',
    'com',
  ])
    expect(findTrafficSource(host, 'Instagram')).toBe(host)
})

it('prefers the longest matching host, and prefers the referrer to the browser', () => {
  expect(findTrafficSource('mail.google.com', '')).toBe('Gmail')
  expect(findTrafficSource('docs.google.com', '')).toBe('Google')
  expect(findTrafficSource('linktr.ee', 'Instagram')).toBe('Linktree')
})

it('names the app of an in-app browser if there is no referrer, and returns no source for other browsers', () => {
  const known = new Set(
    [...people.map(([, , , userAgent]) => userAgent), 'Mozilla/5.0 YouTube/20.1'].map((userAgent) => parseUserAgent(userAgent).browser),
  )
  expect(browsers.filter(([browser]) => !known.has(browser))).toEqual([])
  for (const [browser, name] of browsers) expect(findTrafficSource('', browser)).toBe(name)
  for (const browser of ['Chrome', 'Safari', 'Firefox', 'Samsung Internet', 'DuckDuckGo', ''])
    expect(findTrafficSource('', browser)).toBe('')
})

it('returns the same source as the database for every host and browser', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const label = fc.stringMatching(/^[a-z0-9-]{1,6}$/)
  const others = fc.sample(
    fc.array(fc.oneof(label, fc.constantFrom('google', 'co', 'com', 't', 'me', 'de')), { minLength: 1, maxLength: 6 }),
    300,
  )
  const referrers = [...spelled.flatMap(([host]) => [host, `a.${host}`, `a.b.c.${host}`]), ...others.map((labels) => labels.join('.')), '']
  const allBrowsers = ['Chrome', '', ...browsers.map(([browser]) => browser)]
  await recordClicks(deps, ctx, [
    ...referrers.map((referrer) => ({ at: Date.now(), referrer, browser: 'Instagram' })),
    ...allBrowsers.map((browser) => ({ at: Date.now(), referrer: '', browser })),
  ])
  const result = await deps.clickhouse.query({ query: 'SELECT DISTINCT referrer, browser, source FROM clicks', format: 'JSONEachRow' })
  const rows = await result.json<{ referrer: string; browser: string; source: string }>()

  expect(rows.length).toBeGreaterThan(hosts.length)
  expect(rows.filter(({ referrer, browser, source }) => source !== findTrafficSource(referrer, browser))).toEqual([])
})
