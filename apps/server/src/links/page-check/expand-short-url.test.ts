import type { LinkId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anIntegration, aProject } from '../../../test/builders/builders.ts'
import { openShortServices } from '../../../test/open-short-services.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { ageShortUrlRequests, runPageCheck } from '../../../test/outward-requests.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import type { ProjectContext } from '../../access/index.ts'
import { createGuardedFetch, type GuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { getLink } from '../get-link.ts'
import { getLinkAffiliation } from '../get-link-affiliation.ts'
import { requestLinkCheck } from '../health/request-link-check.ts'
import { findResolvedLinks } from '../resolved/find-resolved-links.ts'
import { updateLink } from '../write/update-link.ts'
import { expandShortUrl } from './limit-short-urls.ts'

const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'
const origins = { app: 'https://app.shelf.example', public: 'https://shelf.example' }

/** Expands a short URL with the database account of jobs. */
async function expand(fetchDestination: GuardedFetch, shortUrl: string): Promise<string | null | undefined> {
  await using deps = await openTestDeps()
  return runAsJobsAccount(deps, async (jobs) => {
    const found = await expandShortUrl({ ...jobs, fetchDestination, origins }, deps.ids.next(), shortUrl)
    return found.kind === 'ended' ? found.address : undefined
  })
}

it.each<[name: string, redirects: Record<string, string>, expanded: string | null, requests: number]>([
  ['one service', { 'https://amzn.to/a': `${lamp}?tag=eve-20` }, `${lamp}?tag=eve-20`, 1],
  ['services in a row', { 'https://amzn.to/a': 'https://bit.ly/b', 'https://bit.ly/b': 'https://a.co/c', 'https://a.co/c': lamp }, lamp, 3],
  [
    'a redirector of a shop',
    {
      'https://amzn.to/a': `https://s.click.aliexpress.com/deep_link.htm?dl_target_url=${encodeURIComponent('https://www.aliexpress.com/item/1.html')}`,
    },
    'https://www.aliexpress.com/item/1.html',
    1,
  ],
  ['a page of no shop', { 'https://amzn.to/a': 'https://maker.example/lamp' }, 'https://maker.example/lamp', 1],
  ['nothing', {}, null, 1],
  ['itself', { 'https://amzn.to/a': 'https://amzn.to/a' }, null, 5],
  ['a link of this instance', { 'https://amzn.to/a': 'https://shelf.example/lamp' }, null, 1],
  ['an address that is no web page', { 'https://amzn.to/a': 'javascript:alert(1)' }, null, 1],
  ['an address with a password', { 'https://amzn.to/a': 'https://mia:secret@maker.example/' }, null, 1],
])('expands a short URL that leads to %s, without requesting the page', async (_name, redirects, expanded, requests) => {
  await using services = await openShortServices(redirects)
  expect(await expand(services.fetch, 'https://amzn.to/a')).toBe(expanded)
  expect(services.asked).toHaveLength(requests)
})

it('requests nothing if a short URL names its product', async () => {
  await using services = await openShortServices({})
  expect(await expand(services.fetch, 'https://amzn.com/B07FZ8S74R')).toBe(lamp)
  expect(services.asked).toEqual([])
})

it('does not connect to a private address that a service leads to', async () => {
  const fetchDestination = createGuardedFetch({ userAgent: 'test', maxRedirects: 0 })
  expect(await expand(() => fetchDestination('http://127.0.0.1/'), 'https://amzn.to/a')).toBe(null)
})

function check(deps: TestDeps, ctx: ProjectContext, linkId: LinkId, fetchDestination: GuardedFetch): Promise<string[]> {
  const noTitle: GuardedFetch = async (url) => ({ url, status: 200, contentType: 'text/html', body: Buffer.from('') })
  return runAsJobsAccount(deps, (jobs) => runPageCheck({ ...jobs, fetchPage: noTitle, fetchDestination }, ctx, linkId))
}

it("redirects visitors of a short link to its page with the owner's tag, and leaves the stored destination unchanged", async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({ 'https://amzn.to/a': `${lamp}?tag=eve-20` })
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const { url_id } = await aLink(deps, ctx, { slug: 'lamp', target: 'https://amzn.to/a' })
  expect(await getLinkAffiliation(ctx, url_id)).toMatchObject({ expansion: 'waiting', location: 'https://amzn.to/a' })

  await check(deps, ctx, url_id, services.fetch)

  const expanded = { expansion: 'expanded', expanded: `${lamp}?tag=eve-20`, status: 'replaced', location: `${lamp}?tag=mia-20` }
  expect(await getLinkAffiliation(ctx, url_id)).toMatchObject(expanded)
  expect(await getLink(deps, ctx, url_id)).toMatchObject({ expanded: expanded.expanded })
  const found = await findResolvedLinks(deps.edgeDb, ['lamp'])
  expect(found.get('lamp')).toMatchObject({ link: { destination: `${lamp}?tag=mia-20`, shop: 'amazon.com', revision: 2 } })
  expect(await updateLink(deps, ctx, { linkId: url_id, update: { title: 'Lamp' } })).toMatchObject({ target: 'https://amzn.to/a' })

  await using silent = await openShortServices({})
  await check(deps, ctx, url_id, silent.fetch)
  expect(await getLinkAffiliation(ctx, url_id)).toMatchObject(expanded)

  await updateLink(deps, ctx, { linkId: url_id, update: { target: 'https://amzn.to/gone' } })
  expect(await getLinkAffiliation(ctx, url_id)).toMatchObject({ expansion: 'waiting', expanded: null })
})

it('requests one address at a time, when its host is free', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({
    'https://amzn.to/a': 'https://bit.ly/b',
    'https://bit.ly/b': lamp,
    'https://is.gd/c': lamp,
  })
  const ctx = await aProject(deps)
  const shops = [{ place: 'DE', name: null, target: 'https://is.gd/c' }]
  const { url_id } = await aLink(deps, ctx, { target: 'https://amzn.to/a' })
  await updateLink(deps, ctx, { linkId: url_id, update: { shops } })

  expect(await check(deps, ctx, url_id, services.fetch)).toEqual(['amzn.to', 'bit.ly', 'is.gd', 'www.amazon.com'])
  expect(services.asked).toEqual(['https://amzn.to/a', 'https://bit.ly/b', 'https://is.gd/c'])
  expect((await getLink(deps, ctx, url_id)).pending).toBe(false)
})

it('expands the short links of shops too, and requests only unknown ones again', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({ 'https://amzn.to/a': `${lamp}?tag=eve-20` })
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const shops = ['a', 'gone'].map((name) => ({ place: name === 'a' ? 'DE' : 'FR', name: null, target: `https://amzn.to/${name}` }))
  const { url_id } = await aLink(deps, ctx, { slug: 'lamp', target: 'https://maker.example/' })
  await check(deps, ctx, url_id, services.fetch)

  expect(await updateLink(deps, ctx, { linkId: url_id, update: { shops } })).toMatchObject({ pending: true, shops })
  await check(deps, ctx, url_id, services.fetch)
  expect((await getLinkAffiliation(ctx, url_id)).shops).toMatchObject([
    { place: 'DE', location: `${lamp}?tag=mia-20` },
    { place: 'FR', location: 'https://amzn.to/gone' },
  ])
  const found = await findResolvedLinks(deps.edgeDb, ['lamp'])
  expect(found.get('lamp')).toMatchObject({ link: { rules: [{ shops: { DE: { destination: `${lamp}?tag=mia-20` } } }] } })

  await ageShortUrlRequests(deps, 3_600_000)
  expect(await requestLinkCheck(deps, ctx, url_id)).toMatchObject({ pending: true })
  await check(deps, ctx, url_id, services.fetch)
  expect(services.asked).toEqual(['https://amzn.to/a', 'https://amzn.to/gone', 'https://amzn.to/gone'])
  const known = shops.slice(0, 1)
  expect(await updateLink(deps, ctx, { linkId: url_id, update: { shops: known } })).toMatchObject({ pending: false, shops: known })
})

it('leaves a short link unchanged if a service does not answer, reports it, and requests it again when its owner asks', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({})
  await using mended = await openShortServices({ 'https://bit.ly/a': 'https://maker.example/' })
  const ctx = await aProject(deps)
  const { url_id } = await aLink(deps, ctx, { slug: 'lamp', target: 'https://bit.ly/a' })
  await check(deps, ctx, url_id, services.fetch)
  expect(await getLinkAffiliation(ctx, url_id)).toMatchObject({ expansion: 'failed', expanded: null, location: 'https://bit.ly/a' })

  await ageShortUrlRequests(deps, 3_600_000)
  expect(await requestLinkCheck(deps, ctx, url_id)).toMatchObject({ pending: true })
  await check(deps, ctx, url_id, mended.fetch)

  const facts = { expansion: 'expanded', expanded: 'https://maker.example/', location: 'https://bit.ly/a' }
  expect(await getLinkAffiliation(ctx, url_id)).toMatchObject(facts)
})
