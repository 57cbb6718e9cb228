import { type LinkId, linkQuery } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode, insertManyLinks } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { stubLinkEarnings, stubLinkVisits } from '../../../test/stub-link-visits.ts'
import { type ProjectContext, read } from '../../access/index.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'
import { deleteLink } from '../write/delete-link.ts'
import { archiveLink } from '../write/update-link.ts'
import { nameCursor } from './link-page-table.ts'
import { type LinkPage, listLinks } from './list-links.ts'

function createLinks(deps: TestDeps, ctx: ProjectContext, count: number): Promise<LinkId[]> {
  return insertManyLinks(
    deps,
    ctx,
    Array.from({ length: count }, (_, nth) => ({ slug: `many-${nth}`, target: `https://shop.example/${nth}` })),
  )
}

const query = (given: object = {}) => linkQuery.parse(given)

it('lists links newest first, page by page, even if links are added and deleted between pages', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let nth = 1; nth <= 5; nth += 1) await aLink(deps, ctx, { slug: `nth-${nth}` })

  const first = await listLinks(deps, ctx, query({ limit: '2' }))
  await aLink(deps, ctx, { slug: 'newcomer' })
  const second = await listLinks(deps, ctx, query({ limit: '2', cursor: first.nextCursor }))
  const third = await listLinks(deps, ctx, query({ limit: '2', cursor: second.nextCursor }))

  expect([first, second, third].flatMap((page) => page.links.map((link) => link.url.split('/').at(-1)))).toEqual([
    'nth-5',
    'nth-4',
    'nth-3',
    'nth-2',
    'nth-1',
  ])
  expect(third.nextCursor).toBeUndefined()
})

it('searches destination and slug ignoring case, and treats % and _ literally', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'Summer', target: 'https://shop.example/Lamp' })
  await aLink(deps, ctx, { slug: 'winter', target: 'https://shop.example/100%25' })

  const found = async (search: string) => (await listLinks(deps, ctx, query({ search }))).links.map((link) => link.url)

  expect(await found('LAMP')).toEqual(['http://go.test/Summer'])
  expect(await found('summ')).toEqual(['http://go.test/Summer'])
  expect(await found('http://go.test/Summer')).toEqual(['http://go.test/Summer'])
  expect(await found('GO.test/summer')).toEqual(['http://go.test/Summer'])
  expect(await found('100%2')).toEqual(['http://go.test/winter'])
  expect(await found('s_m')).toEqual([])
})

it('lists archived links separately', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [active, archived] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await archiveLink(deps, ctx, archived.url_id)

  const ids = async (archived: string) => (await listLinks(deps, ctx, query({ archived }))).links.map((link) => link.url_id)

  expect(await ids('false')).toEqual([active.url_id])
  expect(await ids('true')).toEqual([archived.url_id])
})

it('lists links to a destination, including archived links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const target = 'https://shop.example/desk'
  const [active, archived] = [await aLink(deps, ctx, { target }), await aLink(deps, ctx, { target })]
  await aLink(deps, ctx)
  await archiveLink(deps, ctx, archived.url_id)
  await deleteLink(ctx, (await aLink(deps, ctx, { target })).url_id)

  const listIds = async (given: object) => (await listLinks(deps, ctx, query({ target, ...given }))).links.map((link) => link.url_id)

  expect(await listIds({ include_archived: 'true' })).toEqual([archived.url_id, active.url_id])
  expect(await listIds({})).toEqual([active.url_id])
  expect(linkQuery.safeParse({ include_archived: 'true' }).error?.issues).toMatchObject([{ path: ['include_archived'] }])
})

it('rejects a cursor that it did not return', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  for (const cursor of ['bm9uc2Vuc2U', Buffer.from(`1 ${'-'.repeat(36)}`).toString('base64url')]) {
    expect(await catchErrorCode(listLinks(deps, ctx, query({ cursor })))).toBe('REQUEST_INVALID')
  }
})

describe('sorted links', () => {
  async function listNames(deps: TestDeps, ctx: ProjectContext, query: object, visits?: LinkVisits): Promise<string[][]> {
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const page = await listLinks({ ...deps, ...(visits && { visits }) }, ctx, linkQuery.parse({ limit: '2', cursor, ...query }))
      pages.push(page.links.map((link) => link.url.split('/').at(-1) ?? ''))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return pages
  }

  it('are listed by name, page by page: by title, or by destination without its scheme', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    await aLink(deps, ctx, { slug: 'three', title: 'Émile' })
    await aLink(deps, ctx, { slug: 'two', target: 'https://www.bench.example/' })
    await aLink(deps, ctx, { slug: 'one', title: 'anchor' })
    await aLink(deps, ctx, { slug: 'four', title: 'Émile' })
    await archiveLink(deps, ctx, (await aLink(deps, ctx, { slug: 'archived', title: 'A' })).url_id)

    expect((await listNames(deps, ctx, { sort: 'name' })).flat()).toEqual(['one', 'two', 'three', 'four'])
    expect(await listNames(deps, ctx, { sort: 'name', search: 'mile' })).toEqual([['three', 'four']])
  })

  it('are listed by names of any length and alphabet', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    for (const [slug, letter] of [
      ['last', '😀'],
      ['quotes', '"'],
      ['first', '\u0001'],
    ] as const)
      await aLink(deps, ctx, { slug, title: `a${letter.repeat(200 / letter.length)}` })

    expect((await listNames(deps, ctx, { sort: 'name', limit: '1' })).flat()).toHaveLength(3)
  })

  it('are listed by clicks, page by page, with the newest first among equals', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const links = [await aLink(deps, ctx, { slug: 'a' }), await aLink(deps, ctx, { slug: 'b' }), await aLink(deps, ctx, { slug: 'c' })]
    await aLink(deps, ctx, { slug: 'd' })
    const visits = stubLinkVisits(new Map(links.map(({ url_id }, index) => [url_id, [5, 9, 5][index] ?? 0])))

    expect(await listNames(deps, ctx, { sort: 'clicks' }, visits)).toEqual([
      ['b', 'c'],
      ['a', 'd'],
    ])
    expect(await listNames(deps, ctx, { sort: 'clicks' })).toEqual([
      ['d', 'c'],
      ['b', 'a'],
    ])
  })

  it('are listed by earnings, page by page, also with values below one, and all links without earnings last', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const ids: LinkId[] = []
    for (const slug of ['a', 'b', 'c', 'd', 'e']) ids.push((await aLink(deps, ctx, { slug })).url_id as LinkId)
    const earnings = stubLinkEarnings(new Map(ids.slice(0, 4).map((id, nth) => [id, [0.75, 900, 0.5, 900][nth] ?? 0])))
    const list = (given: object) => listLinks({ ...deps, earnings }, ctx, linkQuery.parse({ sort: 'earned', limit: '2', ...given }))
    const listSlugs = async (given: object = {}): Promise<string[]> => {
      const { links, nextCursor } = await list(given)
      const slugs = links.map(({ url }) => url.split('/').at(-1) ?? '')
      return nextCursor === undefined ? slugs : [...slugs, ...(await listSlugs({ ...given, cursor: nextCursor }))]
    }

    expect(await listSlugs()).toEqual(['d', 'b', 'a', 'c', 'e'])
    expect(await listSlugs({ search: 'shop.example' })).toEqual(['d', 'b', 'a', 'c', 'e'])
    expect((await listLinks(deps, ctx, linkQuery.parse({ sort: 'earned' }))).links).toHaveLength(5)
  })

  it('are listed by clicks, without archived and deleted links, even if there are too many to sort at once', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const ids = await createLinks(deps, ctx, 1_500)
    const [archived, deleted] = ids.slice(0, 2) as [LinkId, LinkId]
    await archiveLink(deps, ctx, archived)
    await deleteLink(ctx, deleted)
    // The first links have the most clicks. Four links in a row have equal clicks, except that every third link has no
    // clicks.
    const clicks = ids.map((_, nth) => (nth % 3 === 2 ? 0 : 1_000 - Math.floor(nth / 4)))
    const counts = new Map(ids.flatMap((id, nth) => (clicks[nth] === 0 ? [] : [[id, clicks[nth] ?? 0] as const])))
    const listed = ids.map((id, nth) => ({ id, clicks: clicks[nth] ?? 0 })).filter(({ id }) => id !== archived && id !== deleted)
    const expected = listed.sort((one, other) => other.clicks - one.clicks || (one.id < other.id ? 1 : -1)).map(({ id }) => id)

    const found: string[] = []
    let cursor: string | undefined
    do {
      const page: LinkPage = await listLinks(
        { ...deps, visits: stubLinkVisits(counts) },
        ctx,
        linkQuery.parse({ sort: 'clicks', limit: '100', cursor }),
      )
      found.push(...page.links.map(({ url_id }) => url_id))
      cursor = page.nextCursor
    } while (cursor !== undefined)

    expect(found).toEqual(expected)
  })

  it('are listed by clicks with one connection at a time', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const ids = await createLinks(deps, ctx, 1_100)
    const db = openPostgres(deps.accounts.api, { size: 1 })
    const oneAtATime = { ...ctx, db }
    const { wasVisited, openClicks } = stubLinkVisits(new Map(ids.slice(0, 1).map((id) => [id, 1])))
    const visits: LinkVisits = {
      wasVisited,
      async openClicks(counted, range) {
        const clicks = await read(oneAtATime, () => openClicks(counted, range))
        return {
          list: (page) => read(oneAtATime, () => clicks.list(page)),
          find: (linkIds) => read(oneAtATime, () => clicks.find(linkIds)),
        }
      },
    }
    const list = (given: object) => listLinks({ ...deps, visits }, oneAtATime, linkQuery.parse({ sort: 'clicks', limit: '2', ...given }))

    try {
      expect((await list({})).links.map(({ url_id }) => url_id)).toEqual([ids[0], ids.slice(1).toSorted().at(-1)])
      expect((await list({ search: 'many-1099' })).links.map(({ url_id }) => url_id)).toEqual([ids.at(-1)])
    } finally {
      await db.destroy()
    }
  })

  it('are not listed with a cursor of another order', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    for (const slug of ['a', 'b']) await aLink(deps, ctx, { slug })
    const { nextCursor: cursor } = await listLinks(deps, ctx, linkQuery.parse({ limit: '1' }))

    for (const sort of ['name', 'clicks', 'earned'])
      expect(await catchErrorCode(listLinks(deps, ctx, linkQuery.parse({ sort, cursor })))).toBe('REQUEST_INVALID')
    const unstorable = nameCursor.encode({ name: '\0', id: (await aLink(deps, ctx)).url_id })
    expect(await catchErrorCode(listLinks(deps, ctx, linkQuery.parse({ sort: 'name', cursor: unstorable })))).toBe('REQUEST_INVALID')
  })

  it('are counted on request, with every filter', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    for (const slug of ['lamp-1', 'lamp-2', 'chair']) await aLink(deps, ctx, { slug, target: `https://shop.example/${slug}` })
    const countTotal = async (query: object) => (await listLinks(deps, ctx, linkQuery.parse({ limit: '1', total: 'true', ...query }))).total

    expect([
      await countTotal({}),
      await countTotal({ search: 'lamp' }),
      await countTotal({ archived: 'true' }),
      await countTotal({ label: 'none' }),
    ]).toEqual([3, 2, 0, 0])
    expect(await countTotal({ total: 'false' })).toBeUndefined()
  })
})
