import { type LinkId, linkQuery } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLink, aProject, insertManyLinks } from '../../../test/builders/builders.ts'
import { runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { stubLinkVisits } from '../../../test/stub-link-visits.ts'
import type { ProjectContext } from '../../access/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import type { LinkVisits } from '../link-visits.ts'
import { archiveLink } from '../write/update-link.ts'
import { listLinks } from './list-links.ts'

async function listFoundSlugs(
  deps: TestDeps & { visits?: LinkVisits },
  ctx: ProjectContext,
  given: object,
): Promise<(string | undefined)[]> {
  const { links } = await listLinks(deps, ctx, linkQuery.parse({ sort: 'relevance', ...given }))
  return links.map((link) => link.url.split('/').at(-1))
}

/** Creates links that are newer than all others and have the word "lamp" in their titles. */
async function createManyLamps(deps: TestDeps, ctx: ProjectContext, count: number): Promise<void> {
  const createLamp = (nth: number) => ({ slug: `many-${nth}`, target: `https://shop.example/${nth}`, title: `A lamp ${nth}` })
  await insertManyLinks(
    deps,
    ctx,
    Array.from({ length: count }, (_, nth) => createLamp(nth)),
  )
}

it('ranks texts that begin with the term first, by title, slug and destination, then texts that contain it, then by clicks', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['package=Starter'] })
  // The links are in the expected order. The worst match is the newest link, so sorting by age would result in another
  // order.
  const inOrder = [
    { slug: 'a', title: 'Lamp' },
    { slug: 'b', title: 'lamp shades' },
    { slug: 'LAMP', title: 'C' },
    { slug: 'lamp-d', title: 'D' },
    { slug: 'e', title: 'E', target: 'https://www.lamp.example/' },
    { slug: 'f', title: 'A brass lamp' },
    { slug: 'g', title: 'The lamp' },
    { slug: 'brass-lamp-h', title: 'H' },
    { slug: 'i', title: 'I', target: 'https://shop.example/lamp' },
    { slug: 'j', title: 'J', notes: 'For the lamp page' },
  ]
  const ids: LinkId[] = []
  const target = 'https://shop.example/'
  for (const draft of inOrder) ids.push((await aLink(deps, ctx, { target, ...draft })).url_id)
  await aLink(deps, ctx, { target, slug: 'chair', title: 'Chair' })
  const visits = stubLinkVisits(new Map(ids.map((id, nth) => [id, nth === 6 ? 1 : 10 + nth])))

  expect(await listFoundSlugs({ ...deps, visits }, ctx, { search: 'Lamp' })).toEqual(inOrder.map(({ slug }) => slug))
  expect(await listFoundSlugs({ ...deps, visits }, ctx, { search: 'lamp', limit: '3' })).toEqual(['a', 'b', 'LAMP'])
  expect(await listFoundSlugs({ ...deps, visits }, ctx, { search: 'https://lamp.ex' })).toEqual([])
  expect(await listFoundSlugs({ ...deps, visits }, ctx, { search: 'https://www.lamp.ex' })).toEqual(['e'])
})

it('finds titles and slugs that begin with the term, even if many newer links contain it', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'titled', title: 'Lamp' })
  await aLink(deps, ctx, { slug: 'lamp', title: 'Slug' })
  const { url_id } = await aLink(deps, ctx, { slug: 'lamp-archived', title: 'Lamp' })
  await archiveLink(deps, ctx, url_id)
  await createManyLamps(deps, ctx, 2_300)

  expect(await listFoundSlugs(deps, ctx, { search: 'lamp', limit: '3' })).toEqual(['titled', 'lamp', expect.stringMatching(/^many-/)])
  expect(await listFoundSlugs(deps, ctx, { search: 'lamp', limit: '3', archived: 'true' })).toEqual(['lamp-archived'])
  expect(await listFoundSlugs(deps, ctx, { search: `lamp${'x'.repeat(100)}` })).toEqual([])
})

it('ranks links that contain a part of our own address, and lists all links for the whole address', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aLink(deps, ctx, { slug: 'go-kart', title: 'Kart' })
  await aLink(deps, ctx, { slug: 'chair', title: 'Chair' })

  expect(await listFoundSlugs(deps, ctx, { search: 'go' })).toEqual(['go-kart'])
  expect(await listFoundSlugs(deps, ctx, { search: 'go.test/go-k' })).toEqual(['go-kart'])
  expect(await listFoundSlugs(deps, ctx, { search: 'http://go.test/' })).toEqual(['chair', 'go-kart'])
})

it('orders links of equal rank by age if clicks are not counted in time', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (const slug of ['lamp-1', 'lamp-2']) await aLink(deps, ctx, { slug })
  const visits: LinkVisits = {
    wasVisited: async () => false,
    openClicks: ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  }

  expect(await listFoundSlugs({ ...deps, visits }, ctx, { search: 'lamp' })).toEqual(['lamp-2', 'lamp-1'])
})

it.each([[{}], [{ search: 'lamp', cursor: 'x' }], [{ search: 'lamp', label: 'x' }], [{ search: 'lamp', health: 'broken' }]])(
  'rejects the order by relevance unless only a search is given: %j',
  (given) => {
    expect(linkQuery.safeParse({ sort: 'relevance', ...given }).error?.issues.map(({ path }) => path)).toEqual([['sort']])
  },
)

it('reads two ranges of indexes, only of the own organization', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia, { slug: 'lamp' })
  await createManyLamps(deps, mia, 3_000)
  const search = sql<{ ids: string[] }>`select find_links_by_start(${mia.project.id}, false, 'lamp', 'lamp', 5) as ids`
  const findIdsFor = async (organizationId: string) =>
    (await withScope(deps.db, { organizationId }, (tx) => search.execute(tx))).rows.flatMap(({ ids }) => ids)
  expect(await findIdsFor(mia.organization.id)).toEqual([link.url_id])
  expect(await findIdsFor(noah.organization.id)).toEqual([])

  const plans: string[] = []
  await runAsOwner(deps, async (owner) => {
    await owner.query('vacuum (analyze) links')
    await owner.query("load 'auto_explain'")
    await owner.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_level = notice; set role linkshelf_app`)
    await owner.query(`select set_config('linkshelf.organization_id', $1, false)`, [mia.organization.id])
    owner.on('notice', ({ message }) => plans.push(message ?? ''))
    await owner.query(`select find_links_by_start($1, false, 'lamp', 'lamp', 5)`, [mia.project.id])
  })

  const [plan = ''] = plans.filter((text) => text.includes('links_title_idx'))
  expect(plan).toContain('links_slug_start_idx')
  expect(plan).not.toContain('Seq Scan on links')
  expect(plan).not.toContain('Sort Key')
})
