import { linkQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProject, errorCodeOf } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { archiveLink } from '../write/archive-link.ts'
import { listLinks } from './list-links.ts'

const query = (given: object = {}) => linkQuery.parse(given)

it('lists newest first, page by page, also when links come and go between pages', async () => {
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

it('searches destination and slug in any case, and takes % and _ literally', async () => {
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

it('rejects a cursor that it did not return', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  for (const cursor of ['bm9uc2Vuc2U', Buffer.from(`1 ${'-'.repeat(36)}`).toString('base64url')]) {
    expect(await errorCodeOf(listLinks(deps, ctx, query({ cursor })))).toBe('REQUEST_INVALID')
  }
})
