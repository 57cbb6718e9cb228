import {
  type DomainId,
  type DomainSettingsPatch,
  type LinkDraft,
  linkAliasId,
  linksBulkCreate,
  storeId as storeIdSchema,
} from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aCategory,
  aDraft,
  aLink,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  getProjectContext,
} from '../../test/builders/builders.ts'
import { aVerifiedDomain, openDomainTest } from '../../test/builders/domain-builder.ts'
import { patchCategory } from '../categories/categories.ts'
import { getDomainSettings, patchDomainSettings } from '../domains/domain-settings.ts'
import { releaseDomain } from '../domains/domains.ts'
import { createAlias, listAliases, makeAliasMain } from '../links/aliases/link-aliases.ts'
import { bulkCreateLinks } from '../links/write/bulk-create-links.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { checkSlugs } from '../links/write/slugs.ts'
import { updateLink } from '../links/write/update-link.ts'
import { createProductUrl, getProductAddress } from '../products/product-url.ts'
import { getProduct, patchProduct } from '../products/products.ts'
import { hasProject } from '../projects/project-table.ts'
import { createProject } from '../projects/projects.ts'
import { getPublicStore } from '../public-stores/public-store.ts'
import { getStoreAddress } from './store-url.ts'
import { listStores } from './stores.ts'

const host = 'lamps.example'
const pageMessage = /^A page of the store on this domain has this address\./
const linkMessage = /^A short link on the domain of the store has this address, or had it\./

/** Creates a domain and a project with a store. `showStore` puts the store at the domain's root. */
async function openRootTest() {
  const deps = await openDomainTest()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aProject(deps, { owned })
  await aStore(deps, ctx, { name: 'Lamps' })
  const domainId = (await aVerifiedDomain(deps, owned.ctx, { host })).domain_id as DomainId
  const change = async (patch: Omit<DomainSettingsPatch, 'revision'>) => {
    const { revision } = await getDomainSettings(owned.ctx, domainId)
    await patchDomainSettings({ hasProject }, owned.ctx, { domainId, patch: { revision, ...patch } })
  }
  const showStore = () => change({ store_project_id: ctx.project.id })
  const add = (draft: Partial<LinkDraft>) => aLink(deps, ctx, { domain: host, ...draft })
  return { ...deps, ctx, owned, domainId, change, showStore, add }
}

const getErrorMessage = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message,
  )

it('rejects a slug of a product or category for a link, for several links, for an alias and for another address', async () => {
  await using test = await openRootTest()
  const { ctx } = test
  await test.showStore()
  await aProduct(test, ctx, { name: 'Bread' })
  const category = await aCategory(test, ctx, { name: 'Kitchen' })
  const link = await test.add({ slug: 'free' })

  for (const slug of ['bread', 'kitchen']) expect(await catchErrorCode(test.add({ slug }))).toBe('LINK_SLUG_TAKEN')
  expect(await getErrorMessage(test.add({ slug: 'bread' }))).toMatch(pageMessage)
  expect(await getErrorMessage(createAlias(test, ctx, { linkId: link.url_id, draft: { slug: 'bread' } }))).toMatch(pageMessage)
  expect(await getErrorMessage(updateLink(test, ctx, { linkId: link.url_id, update: { slug: 'bread' } }))).toMatch(pageMessage)
  const { items } = linksBulkCreate.parse({ items: ['bread', 'free', 'new'].map((slug) => ({ ...aDraft(), slug, domain: host })) })
  const { results } = await bulkCreateLinks(test, ctx, { items, key: undefined })
  expect(results).toMatchObject([
    { code: 'LINK_SLUG_TAKEN', field: 'slug', message: expect.stringMatching(pageMessage) },
    { code: 'LINK_SLUG_TAKEN', field: 'slug', message: expect.not.stringMatching(pageMessage) },
    { status: 'created' },
  ])
  expect((await checkSlugs(ctx, ['bread', 'Bread', 'snippet', '.kitchen'], host)).map(({ status }) => status)).toEqual([
    'taken',
    'free',
    'reserved',
    'reserved',
  ])
  // The slug is reserved only on this domain, and only while it is the page's current slug.
  await test.add({ slug: 'bread', domain: null })
  const { revision } = category
  await patchCategory(ctx, { categoryId: category.category_id, patch: { revision, slug: 'cooking' } })
  expect((await test.add({ slug: 'kitchen' })).url).toBe(`https://${host}/kitchen`)
})

it("rejects a page slug that a link or alias on the store's domain has or had, and derives another slug from the name", async () => {
  await using test = await openRootTest()
  const { ctx } = test
  await test.showStore()
  const { url_id: linkId } = await test.add({ slug: 'bread' })
  await createAlias(test, ctx, { linkId, draft: { slug: 'toast' } })
  await deleteLink(ctx, (await test.add({ slug: 'bread-2' })).url_id)
  const product = await aProduct(test, ctx, { name: 'Oven' })
  const category = await aCategory(test, ctx, { name: 'Kitchen' })

  for (const slug of ['bread', 'toast', 'bread-2']) {
    const patch = { revision: product.revision, slug }
    expect(await catchErrorCode(aProduct(test, ctx, { name: 'Loaf', slug }))).toBe('PAGE_SLUG_TAKEN')
    expect(await getErrorMessage(aCategory(test, ctx, { name: 'Loaves', slug }))).toMatch(linkMessage)
    expect(await getErrorMessage(patchProduct(test, ctx, { productId: product.product_id, patch }))).toMatch(linkMessage)
    const of = { categoryId: category.category_id, patch: { revision: category.revision, slug } }
    expect(await getErrorMessage(patchCategory(ctx, of))).toMatch(linkMessage)
  }
  expect((await aProduct(test, ctx, { name: 'Bread' })).slug).toBe('bread-3')
  const { id } = await createProject(test, test.owned.ctx, { name: 'Books', description: 'To read' })
  const other = await getProjectContext(test.owned.user, ctx.organization.id, id)
  expect((await aProduct(test, other, { name: 'Bread' })).slug).toBe('bread')
})

it('shows a store at the root of a domain even if slugs collide, and changes no page and no link', async () => {
  await using test = await openRootTest()
  const { ctx } = test
  const { url_id: linkId } = await test.add({ slug: 'bread' })
  await createAlias(test, ctx, { linkId, draft: { slug: 'kitchen' } })
  const product = await aProduct(test, ctx, { name: 'Bread' })
  const category = await aCategory(test, ctx, { name: 'Kitchen' })
  expect([product.slug, category.slug]).toEqual(['bread', 'kitchen'])

  await test.showStore()

  const { revision } = category
  await patchCategory(ctx, { categoryId: category.category_id, patch: { revision, slug: 'kitchen', color_hex: '#112233' } })
  for (const slug of ['kitchen', 'bread']) {
    const [alias] = await listAliases(test, ctx, linkId)
    const { url } = await makeAliasMain(test, ctx, { linkId, aliasId: linkAliasId.parse(alias?.alias_id) })
    expect(url).toBe(`https://${host}/${slug}`)
  }
})

it('gives an address to only one of a link and a page that are created at once', async () => {
  await using test = await openRootTest()
  const { ctx } = test
  await test.showStore()
  const free = (await test.add({})).url_id
  const moved = (await test.add({})).url_id

  for (let round = 0; round < 12; round += 1) {
    const slug = `bread-${round}`
    const pages = [
      () => aProduct(test, ctx, { name: 'Bread', slug }),
      () => aCategory(test, ctx, { name: `Breads ${round}`, slug }),
      () => patchNewest(slug),
    ]
    const links = [
      () => test.add({ slug }),
      () => createAlias(test, ctx, { linkId: free, draft: { slug } }),
      () => updateLink(test, ctx, { linkId: moved, update: { slug } }),
      () =>
        bulkCreateLinks(test, ctx, {
          items: linksBulkCreate.parse({ items: [{ ...aDraft(), slug, domain: host }] }).items,
          key: undefined,
        }),
    ]
    const patchNewest = async (name: string) => {
      const { product_id: productId, revision } = await aProduct(test, ctx, { name: 'Toast' })
      return patchProduct(test, ctx, { productId, patch: { revision, slug: name } })
    }
    const tried = [pages[round % pages.length], links[round % links.length]]
    const settled = await Promise.allSettled((round % 2 === 0 ? tried : tried.toReversed()).map((work) => work?.()))

    const rejected = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    const failures = settled.flatMap((outcome) =>
      outcome.status === 'fulfilled' && outcome.value !== undefined && 'results' in outcome.value
        ? outcome.value.results.flatMap((result) => (result.status === 'failed' ? [result.code] : []))
        : [],
    )
    expect([...rejected, ...failures]).toEqual([expect.stringMatching(/^(?:PAGE|LINK)_SLUG_TAKEN$/)])
  }
})

it('does not deadlock if pages and links get names, aliases and short URLs at once', async () => {
  await using test = await openRootTest()
  const { ctx } = test
  await test.showStore()
  const product = await aProduct(test, ctx, { name: 'Oven' })
  const productId = product.product_id
  const { url_id: linkId } = await test.add({ slug: 'free' })

  for (let round = 0; round < 12; round += 1) {
    const settled = await Promise.allSettled([
      patchProduct(test, ctx, { productId, patch: { revision: (await getProduct(test, ctx, productId)).revision, slug: `oven-${round}` } }),
      createProductUrl(test, ctx, { productId, draft: round < 8 ? { url: `short-${round}` } : {} }),
      aProduct(test, ctx, { name: 'Loaf', urls: [linkId] }),
      updateLink(test, ctx, { linkId, update: { slug: `free-${round}`, labels: ['Bread'] } }),
      createAlias(test, ctx, { linkId, draft: {} }),
      test.add({ labels: ['Bread'] }),
    ])
    const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(reasons.filter((code) => !['LINK_SLUG_FIXED', 'LINK_ALIAS_LIMIT_REACHED'].includes(code))).toEqual([])
  }
})

it('returns the root of the domain as the address of the store and its pages, also in public calls and QR codes', async () => {
  await using test = await openRootTest()
  const { ctx } = test
  const { product_id: productId } = await aProduct(test, ctx, { name: 'Küche' })
  const listAddresses = async () => {
    const [store] = await listStores(test, ctx)
    const storeId = storeIdSchema.parse(store?.store_id)
    const config = await getPublicStore(test, 'lamps')
    const ofCodes = [await getStoreAddress(test, ctx, storeId), await getProductAddress(test, ctx, productId)]
    return [store?.store_linkshelf_url, config.store_linkshelf_url, ...ofCodes]
  }
  const below = 'https://go.linkshelf.example/@lamps'
  expect(await listAddresses()).toEqual([below, below, below, `${below}/k%C3%BCche`])

  await test.showStore()
  const root = `https://${host}/`
  expect(await listAddresses()).toEqual([root, root, root, `${root}k%C3%BCche`])
  const { url } = await createProductUrl(test, ctx, { productId, draft: { target: `${root}k%C3%BCche`, url: 'kitchen' } })
  expect(url).toBe('https://go.linkshelf.example/kitchen')

  await releaseDomain(test.owned.ctx, test.domainId)
  expect(await listAddresses()).toEqual([below, below, below, url])
})

it('shares slugs between pages and links only while the store is at the root', async () => {
  await using test = await openRootTest()
  const { ctx } = test
  await aProduct(test, ctx, { name: 'Bread' })
  await test.add({ slug: 'toast' })
  await test.showStore()
  await test.change({ root_url: 'https://shop.example/' })

  expect((await test.add({ slug: 'bread' })).url).toBe(`https://${host}/bread`)
  expect((await aProduct(test, ctx, { name: 'Toast' })).slug).toBe('toast')

  await test.change({ root_url: null })
  await test.add({ slug: 'cake' })
  expect(await catchErrorCode(aProduct(test, ctx, { name: 'Cake', slug: 'cake' }))).toBe('PAGE_SLUG_TAKEN')
  await releaseDomain(test.owned.ctx, test.domainId)
  expect((await aProduct(test, ctx, { name: 'Cake', slug: 'cake' })).slug).toBe('cake')
})
