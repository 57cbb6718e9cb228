import { linkQuery, linksBulkUpdate, reportedLinkQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anIntegration, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { listLinks } from '../links/list/list-links.ts'
import { bulkUpdateLinks } from '../links/write/bulk-update-links.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { getLinkReport, listReportLinks } from './link-report.ts'

const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'

it("counts the project's links by problem, according to its integrations", async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  await aLink(deps, other, { target: lamp })
  for (const target of [lamp, 'https://amzn.to/3AbCdEf', 'https://shop.example/lamp']) await aLink(deps, ctx, { target })

  const before = await getLinkReport(ctx)
  expect(before).toMatchObject({ links: 3, links_with_problems: 2, problems: { untagged: 1, short_link: 1, dead: 0 } })
  expect(before.shops).toMatchObject({ untagged: [{ shop: 'amazon.com', links: 1 }], short_link: [] })
  await anIntegration(ctx)
  const broken = { status: 'broken', reason: 'not_found' } as const
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => tx.updateTable('link_checks').set(broken).execute())
  expect(await getLinkReport(ctx)).toMatchObject({ links: 3, links_with_problems: 3, problems: { untagged: 0, short_link: 1, dead: 3 } })
})

it('counts the links in each state as the links themselves say, without archived links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const results = [
    ['ok', null],
    ['unavailable', 'sold_out'],
    ['failing', 'host_missing'],
    ['broken', 'not_found'],
    ['blocked', 'captcha'],
    ['unchecked', 'robots'],
    ['unchecked', null],
  ] as const
  for (const [status, reason] of results) {
    const { url_id } = await aLink(deps, ctx)
    await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
      tx.updateTable('link_checks').set({ status, reason }).where('link_id', '=', url_id).execute(),
    )
  }
  const { links } = await listLinks(deps, ctx, linkQuery.parse({}))
  const listIds = async (health: string) => (await listLinks(deps, ctx, linkQuery.parse({ health }))).links.map(({ url_id }) => url_id)

  expect(links.map(({ health: { state, note } }) => [state, note]).toReversed()).toEqual([
    ['works', null],
    ['works', 'sold_out'],
    ['failed_once', null],
    ['broken', null],
    ['uncheckable', null],
    ['uncheckable', null],
    ['unchecked', null],
  ])
  const { health, problems } = await getLinkReport(ctx)
  expect(health).toEqual({ works: 2, failed_once: 1, broken: 1, uncheckable: 2, unchecked: 1 })
  expect(problems).toMatchObject({ failing: 1, dead: 1, unavailable: 1 })
  for (const filter of ['broken', 'uncheckable'])
    expect(await listIds(filter)).toEqual(links.filter(({ health: { state } }) => state === filter).map(({ url_id }) => url_id))
  expect(await listIds('unavailable')).toEqual(links.filter(({ health: { note } }) => note === 'sold_out').map(({ url_id }) => url_id))

  await bulkUpdateLinks(deps, ctx, linksBulkUpdate.parse({ url_ids: links.map(({ url_id }) => url_id), archived: true }))
  expect(await getLinkReport(ctx)).toMatchObject({
    links: 7,
    health: { works: 0, failed_once: 0, broken: 0, uncheckable: 0, unchecked: 0 },
  })
})

it('lists the links with a problem, page by page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const links: string[] = []
  for (const target of [lamp, 'https://shop.example/lamp', lamp, lamp]) links.push((await aLink(deps, ctx, { target })).url_id)
  const listPage = (query: object) => listReportLinks(deps, ctx, reportedLinkQuery.parse({ limit: 2, ...query }))

  const first = await listPage({ problem: 'untagged' })
  const second = await listPage({ problem: 'untagged', cursor: first.nextCursor })
  expect([...first.links, ...second.links].map(({ link }) => link.url_id)).toEqual([links[0], links[2], links[3]])
  expect(second.nextCursor).toBeUndefined()
  expect(first.links[0]).toMatchObject({ link: { target: lamp }, problems: ['untagged'], shop: 'amazon.com', pasted_tag: null })
  expect((await listPage({ problem: 'dead' })).links).toEqual([])
  expect((await listPage({})).links).toHaveLength(2)
  expect(await catchErrorCode(listPage({ cursor: 'nonsense' }))).toBe('REQUEST_INVALID')
})

it('counts and lists a problem for the shop that has it, next to a shop that earns', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const ebay = 'https://www.ebay.com/itm/123456789012'
  await aLink(deps, ctx, { target: `${lamp}?tag=eve-20`, shops: [{ place: null, name: null, target: ebay }], choice_page: true })

  const report = await getLinkReport(ctx)
  expect(report).toMatchObject({ links_with_problems: 1, problems: { untagged: 1, replaced: 1 } })
  expect(report.shops).toMatchObject({ untagged: [{ shop: 'ebay.com', links: 1 }], replaced: [{ shop: 'amazon.com', links: 1 }] })
  const { links } = await listReportLinks(deps, ctx, reportedLinkQuery.parse({ problem: 'untagged' }))
  expect(links).toMatchObject([
    {
      link: { ad: true, affiliation: { state: 'replaced' } },
      problems: ['replaced', 'untagged'],
      ...{ shop: 'ebay.com', pasted_tag: null },
      destinations: [{ problems: ['replaced'] }, { target: ebay, shop: 'ebay.com', problems: ['untagged'] }],
    },
  ])
})
