import { aliasesPerLink, type LinkAliasId, type LinkId } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode, findDestination, listErrorCodes } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { getLink } from '../get-link.ts'
import { findLinkChanges } from '../resolved/link-changes.ts'
import { deleteLink } from '../write/delete-link.ts'
import { restoreLinks } from '../write/restore-links.ts'
import { updateLink } from '../write/update-link.ts'
import { createAlias, listAliases, makeAliasMain, releaseAlias } from './link-aliases.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await openTestDeps()
})
afterAll(() => deps[Symbol.asyncDispose]())

async function anAlias(ctx: ProjectContext, linkId: LinkId, slug?: string) {
  const alias = await createAlias(deps, ctx, { linkId, draft: { slug } })
  return { ...alias, alias_id: alias.alias_id as LinkAliasId }
}

it("adds aliases with a chosen or generated slug that lead to the link's destination", async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'lamp' })

  const chosen = await anAlias(ctx, link.url_id, 'lampe')
  const generated = await anAlias(ctx, link.url_id)

  expect(chosen).toMatchObject({ url: 'http://go.test/lampe', domain: null, slug: 'lampe' })
  expect(generated.slug).toMatch(/^[1-9A-Za-z]{7}$/)
  expect(await listAliases(deps, ctx, link.url_id)).toEqual([chosen, generated])
  for (const { slug, alias_id: aliasId } of [chosen, generated])
    expect(await findDestination(deps, slug)).toMatchObject({
      kind: 'link',
      link: { linkId: link.url_id, destination: link.target, aliasId },
    })
})

it('rejects reserved slugs, and slugs that any link or alias ever had', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const [link, theirs] = [await aLink(deps, ctx), await aLink(deps, other, { slug: 'theirs' })]
  await anAlias(other, theirs.url_id, 'theirs-too')

  for (const slug of ['theirs', 'theirs-too']) expect(await catchErrorCode(anAlias(ctx, link.url_id, slug))).toBe('LINK_SLUG_TAKEN')
  expect(await catchErrorCode(aLink(deps, ctx, { slug: 'theirs-too' }))).toBe('LINK_SLUG_TAKEN')
  expect(await catchErrorCode(anAlias(ctx, link.url_id, 'Admin'))).toBe('LINK_SLUG_RESERVED')
  expect(await listAliases(deps, ctx, link.url_id)).toEqual([])
})

it('gives an address to only one of two links that request it at once', async () => {
  const ctx = await aProject(deps)
  const links = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const { url_id: linkId } = await aLink(deps, ctx)

  const outcomes = await Promise.allSettled([
    ...links.map(({ url_id }) => anAlias(ctx, url_id, 'wanted')),
    aLink(deps, ctx, { slug: 'wanted' }),
    updateLink(deps, ctx, { linkId, update: { slug: 'wanted' } }),
  ])

  expect(listErrorCodes(outcomes)).toEqual(Array(3).fill('LINK_SLUG_TAKEN'))
  expect(await findDestination(deps, 'wanted')).toMatchObject({ kind: 'link' })
})

it(`allows ${aliasesPerLink} aliases per link, even if several are added at once`, async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'popular' })

  const outcomes = await Promise.allSettled(Array.from({ length: aliasesPerLink + 2 }, () => anAlias(ctx, link.url_id)))

  expect(listErrorCodes(outcomes)).toEqual(Array(2).fill('LINK_ALIAS_LIMIT_REACHED'))
  expect(await listAliases(deps, ctx, link.url_id)).toHaveLength(aliasesPerLink)
  // The slug can't change, because the link's earlier address would become one more alias than allowed.
  expect(await catchErrorCode(updateLink(deps, ctx, { linkId: link.url_id, update: { slug: 'more-popular' } }))).toBe('LINK_SLUG_FIXED')
  expect(await findDestination(deps, 'more-popular')).toBeUndefined()
})

it('swaps the main address with an alias, and swaps them back; clicks record the same id for an address before and after', async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'one' })
  const alias = await anAlias(ctx, link.url_id, 'two')

  expect(await makeAliasMain(deps, ctx, { linkId: link.url_id, aliasId: alias.alias_id })).toMatchObject({ url: 'http://go.test/two' })

  const [earlier, ...others] = await listAliases(deps, ctx, link.url_id)
  expect([earlier?.slug, others]).toEqual(['one', []])
  // Before the swap, clicks at the first address recorded no id. Its alias has the link's id.
  expect(earlier?.alias_id).toBe(link.url_id)
  const recorded = [{ link: { aliasId: link.url_id } }, { link: { aliasId: alias.alias_id } }]
  const find = async () => [await findDestination(deps, 'one'), await findDestination(deps, 'two')]
  expect(await find()).toMatchObject(Array(2).fill({ kind: 'link', link: { linkId: link.url_id } }))
  expect(await find()).toMatchObject(recorded)
  // Changing the link's slug to the slug of an alias also swaps the two addresses.
  expect((await updateLink(deps, ctx, { linkId: link.url_id, update: { slug: 'one' } })).url).toBe('http://go.test/one')
  expect(await listAliases(deps, ctx, link.url_id)).toMatchObject([{ slug: 'two', alias_id: alias.alias_id }])
  expect(await find()).toMatchObject(recorded)
})

it("announces a released address, which leads nowhere and can't be used again", async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'stays' })
  const alias = await anAlias(ctx, link.url_id, 'leaves')
  await queryAsOwner(deps, 'delete from link_changes')

  await releaseAlias(ctx, { linkId: link.url_id, aliasId: alias.alias_id })

  expect(await findDestination(deps, 'leaves')).toEqual({ kind: 'gone' })
  expect(await findDestination(deps, 'stays')).toMatchObject({ kind: 'link' })
  expect((await findLinkChanges(deps.edgeDb, 0, 100)).changes).toEqual([{ address: 'leaves' }])
  expect(await catchErrorCode(anAlias(ctx, link.url_id, 'leaves'))).toBe('LINK_SLUG_TAKEN')
  expect(await catchErrorCode(updateLink(deps, ctx, { linkId: link.url_id, update: { slug: 'leaves' } }))).toBe('LINK_SLUG_TAKEN')
  expect(await catchErrorCode(releaseAlias(ctx, { linkId: link.url_id, aliasId: alias.alias_id }))).toBe('LINK_ALIAS_NOT_FOUND')
})

it('hides aliases of other projects and of other links', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const [link, second] = [await aLink(deps, ctx, { slug: 'mine' }), await aLink(deps, ctx)]
  const alias = await anAlias(ctx, link.url_id, 'mine-too')
  const input = { linkId: link.url_id, aliasId: alias.alias_id }

  expect(await catchErrorCode(listAliases(deps, other, link.url_id))).toBe('LINK_NOT_FOUND')
  expect(await catchErrorCode(anAlias(other, link.url_id))).toBe('LINK_NOT_FOUND')
  expect(await catchErrorCode(releaseAlias(other, input))).toBe('LINK_NOT_FOUND')
  expect(await catchErrorCode(makeAliasMain(deps, ctx, { ...input, linkId: second.url_id }))).toBe('LINK_ALIAS_NOT_FOUND')
  expect((await getLink(deps, ctx, link.url_id)).url).toBe('http://go.test/mine')
})

it('deletes and restores all addresses together with their link', async () => {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug: 'undone' })
  await anAlias(ctx, link.url_id, 'undone-too')

  const { mark } = await findLinkChanges(deps.edgeDb, undefined, 1)
  await deleteLink(ctx, link.url_id)
  for (const slug of ['undone', 'undone-too']) expect(await findDestination(deps, slug)).toEqual({ kind: 'gone' })
  expect((await findLinkChanges(deps.edgeDb, mark, 100)).changes).toContainEqual({ address: 'undone-too' })

  await restoreLinks(deps, ctx, [link.url_id])
  for (const slug of ['undone', 'undone-too'])
    expect(await findDestination(deps, slug)).toMatchObject({ kind: 'link', link: { destination: link.target } })
})

it('rejects an alias that is not in the project of its link', async () => {
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, ctx)
  const written = queryAsOwner(
    deps,
    `insert into link_aliases (id, organization_id, project_id, link_id, slug, created_at) values (uuidv7(), $1, $2, $3, 'elsewhere', now())`,
    [other.organization.id, other.project.id, link.url_id],
  )
  await expect(written).rejects.toThrow('violates foreign key constraint')
})
