import { type StoreId, storeUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import {
  aLink,
  aMember,
  anOrganization,
  aProject,
  aStore,
  catchErrorCode,
  findDestination,
  listErrorCodes,
} from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { read } from '../access/index.ts'
import { selectThumbnails } from '../links/index.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { createStoreUrl, getStoreAddress, getStoreUrl } from './store-url.ts'
import { activateStore, checkStoreName, createStore, deactivateStore, deleteStore, listStores, updateStore } from './stores.ts'

it('creates a store with the defaults, at an address derived from its name', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const store = await aStore(deps, ctx, { name: "Mia's Lamps & Co" })

  expect(store).toMatchObject({
    name: "Mia's Lamps & Co",
    main_color: '#089b71',
    secondary_color: '#ebedef',
    layout: 'grid',
    description: null,
    active: true,
    store_linkshelf_url: `${deps.origins.public}/@mias-lamps-co`,
  })
  expect(await listStores(deps, ctx)).toEqual([store])
})

it('throws STORE_EXISTS for a second store of a project, even if two are created at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const settled = await Promise.allSettled(['one', 'two'].map((name) => aStore(deps, ctx, { name })))

  expect(listErrorCodes(settled)).toEqual(['STORE_EXISTS'])
  expect(await listStores(deps, ctx)).toHaveLength(1)
})

it('gives a name to one store in all organizations, regardless of case and spelling, even if two request it at once', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]

  const settled = await Promise.allSettled([aStore(deps, mia, { name: 'Bright Lamps' }), aStore(deps, noah, { name: 'bright  LAMPS!' })])

  expect(listErrorCodes(settled)).toEqual(['STORE_NAME_TAKEN'])
})

it('changes the given fields, clears omitted texts, and does not change omitted colors, layout and visibility', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { store_id } = await aStore(deps, ctx, {
    name: 'Lamps',
    description: 'All lamps',
    main_color: '#112233',
    layout: 'left',
    active: false,
  })

  const updated = await updateStore(deps, ctx, { storeId: store_id, update: storeUpdate.parse({ name: 'Lamps', title: ' Lamps of Mia ' }) })

  expect(updated).toMatchObject({ description: null, title: 'Lamps of Mia', main_color: '#112233', layout: 'left', active: false })
})

it('shows and hides the store, and changes nothing else', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps', description: 'All lamps' })

  expect(await deactivateStore(deps, ctx, store.store_id)).toEqual({ ...store, active: false, revision: expect.any(String) })
  expect(await activateStore(deps, ctx, store.store_id)).toEqual(store)
})

it("stores the owner's texts and links until an update changes them", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [news, deal] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const card = { subtitle: 'Until Sunday', image_url: 'https://pictures.example/week.jpg', thumbnail: true }
  const featured_links = [
    { url_id: deal.url_id, title: 'Lamp week', ...card, ad: true, show_from: '2030-01-01T00:00:00.000Z', show_until: null },
    {
      url_id: news.url_id,
      title: 'Newsletter',
      subtitle: null,
      image_url: null,
      thumbnail: false,
      ad: false,
      show_from: null,
      show_until: null,
    },
  ]
  const content = {
    disclosure: false,
    disclosure_text: 'Werbung',
    ad_label: 'Anzeige',
    imprint_url: 'https://mia.example/impressum',
    privacy_url: null,
    contact_url: 'mailto:mia@mia.example',
    social_links: ['https://youtube.com/@mia'],
    featured_links,
  }
  const { store_id: storeId } = await aStore(deps, ctx, { name: 'Lamps' })
  const update = (changes: object) => updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Lamps', ...changes }) })

  expect(
    await update({
      ...content,
      contact_url: ' mia@mia.example ',
      social_links: ['https://youtube.com/@mia', '', 'https://youtube.com/@mia'],
    }),
  ).toMatchObject(content)
  expect(await update({})).toMatchObject(content)
  expect(await update({ imprint_url: '', featured_links: [featured_links[1]] })).toMatchObject({
    imprint_url: null,
    featured_links: [featured_links[1]],
  })
  await deleteLink(ctx, news.url_id)
  expect(await listStores(deps, ctx)).toMatchObject([{ disclosure: false, featured_links: [] }])
})

it('rejects a featured link of another project', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const { url_id } = await aLink(deps, noah)

  expect(await catchErrorCode(aStore(deps, mia, { featured_links: [{ url_id, title: 'Deal' }] }))).toBe('LINK_NOT_FOUND')
  expect(await listStores(deps, mia)).toEqual([])
})

it.each([
  ['disclosure text of another type', { disclosure_text: 7 }],
  ['a script as contact', { contact_url: 'javascript:alert(1)' }],
  ['an email with parameters', { contact_url: 'mailto:mia@mia.example?bcc=noah@mia.example' }],
  ['an insecure imprint', { imprint_url: 'http://mia.example/' }],
  ['a script as social link', { social_links: ['javascript:alert(1)'] }],
  ['a mark on two lines', { ad_label: 'Ad\nAd' }],
  ['a link featured twice', { featured_links: [1, 2].map(() => ({ url_id: '0197a000-0000-7000-8000-000000000001', title: 'Deal' })) }],
  [
    'a schedule that ends before it begins',
    {
      featured_links: [
        {
          url_id: '0197a000-0000-7000-8000-000000000001',
          title: 'Deal',
          show_from: '2030-01-02T00:00:00Z',
          show_until: '2030-01-01T00:00:00Z',
        },
      ],
    },
  ],
])('rejects %s', (_name, changes) => {
  expect(storeUpdate.safeParse({ name: 'Lamps', ...changes }).success).toBe(false)
})

it('renames a store, and reserves its names for the organization even after it is deleted', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const store = await aStore(deps, mia, { name: 'Lamps' })
  const rename = (name: string) => updateStore(deps, mia, { storeId: store.store_id, update: storeUpdate.parse({ name }) })

  expect((await rename('Chairs')).store_linkshelf_url).toBe(`${deps.origins.public}/@chairs`)
  expect(await catchErrorCode(aStore(deps, noah, { name: 'lamps' }))).toBe('STORE_NAME_TAKEN')
  expect((await rename('Lamps')).name).toBe('Lamps')

  await deleteStore(mia, store.store_id)
  expect(await catchErrorCode(aStore(deps, noah, { name: 'Chairs' }))).toBe('STORE_NAME_TAKEN')
  expect(await catchErrorCode(checkStoreName(noah, { storeId: store.store_id, name: 'Chairs' }))).toBe('STORE_NAME_TAKEN')
  expect(await checkStoreName(mia, { storeId: deps.ids.next<StoreId>(), name: 'Chairs' })).toEqual({ available: true })
  expect((await aStore(deps, mia, { name: 'Chairs' })).name).toBe('Chairs')
  expect(await catchErrorCode(aStore(deps, noah, { name: 'Lamps' }))).toBe('STORE_NAME_TAKEN')
})

it('deletes the thumbnails of featured links with their store', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url_id } = await aLink(deps, ctx)
  const { store_id: storeId } = await aStore(deps, ctx, { featured_links: [{ url_id, title: 'Watch' }] })
  const listRequestedThumbnails = () => read(ctx, (tx) => selectThumbnails(tx, ctx.project.id))
  expect(await listRequestedThumbnails()).toMatchObject([{ link_id: url_id, state: 'pending' }])

  await deleteStore(ctx, storeId)

  expect(await listRequestedThumbnails()).toEqual([])
})

it('lets only owners change store HTML, and lets members change everything else', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const mia = await aProject(deps, { owned })
  const noah = { ...mia, ...(await aMember(deps, owned)) }
  const { store_id: storeId } = await aStore(deps, mia, { name: 'Lamps', snippet: '<p>Mine</p>' })
  const save = (ctx: typeof mia, update: object) =>
    updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name: 'Lamps', ...update }) })

  for (const snippet of ['<p>Yours</p>', null, undefined])
    expect(await catchErrorCode(save(noah, { snippet }))).toBe('STORE_HTML_FOR_OWNERS')
  expect(await save(noah, { snippet: '<p>Mine</p>', title: 'Brass' })).toMatchObject({ title: 'Brass', snippet: '<p>Mine</p>' })
  expect(await save(mia, { snippet: '<p>Ours</p>' })).toMatchObject({ snippet: '<p>Ours</p>' })

  await deleteStore(mia, storeId)
  expect(await catchErrorCode(aStore(deps, noah, { name: 'Lamps', snippet: '<p>Yours</p>' }))).toBe('STORE_HTML_FOR_OWNERS')
  expect(await aStore(deps, noah, { name: 'Lamps' })).toMatchObject({ snippet: null })
})

it('checks whether a store can use a name', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const mia = await aProject(deps, { owned })
  const { store_id: storeId } = await aStore(deps, mia, { name: 'Lamps' })
  const other = deps.ids.next<typeof storeId>()

  expect(await checkStoreName(owned.user, { storeId, name: 'LAMPS' })).toEqual({ available: true })
  expect(await checkStoreName(owned.user, { storeId: other, name: 'Chairs' })).toEqual({ available: true })
  expect(await catchErrorCode(checkStoreName(owned.user, { storeId: other, name: 'LAMPS' }))).toBe('STORE_NAME_TAKEN')
})

it('rejects stores if store pages are not enabled', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['store_page_enabled=false'] })

  expect(await catchErrorCode(aStore(deps, ctx))).toBe('NOT_FOUND')
})

it('creates a short URL for the store page, returns it again for a second request, and creates another for another slug', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { store_id: storeId, store_linkshelf_url: page } = await aStore(deps, ctx)
  const create = (draft: { url?: string; target?: string }) => createStoreUrl(deps, ctx, { storeId, draft })
  expect(await catchErrorCode(getStoreUrl(deps, ctx, storeId))).toBe('PAGE_URL_NOT_FOUND')

  const first = await create({})
  expect(first.target).toBe(page)
  expect(await create({})).toEqual(first)
  expect(await getStoreUrl(deps, ctx, storeId)).toEqual(first)
  expect(await findDestination(deps, new URL(first.url).pathname.slice(1))).toMatchObject({ kind: 'link', link: { destination: page } })

  expect(await create({ url: 'mia' })).toEqual({ url: `${deps.origins.public}/mia`, target: page })
  expect(await create({ target: page })).toEqual({ url: `${deps.origins.public}/mia`, target: page })
})

it('rejects a short URL of a page if its target is not the page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { store_id: storeId } = await aStore(deps, ctx)
  const { url } = await createStoreUrl(deps, ctx, { storeId, draft: {} })

  for (const target of ['https://mia.example/', url, `${deps.origins.public}/@another`])
    expect(await catchErrorCode(createStoreUrl(deps, ctx, { storeId, draft: { target } }))).toBe('PAGE_URL_TARGET_FIXED')
})

it('creates a new short URL if the link of the earlier one was deleted', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { store_id: storeId } = await aStore(deps, ctx)
  await createStoreUrl(deps, ctx, { storeId, draft: { url: 'mia' } })
  await deleteLink(ctx, await findLinkId('mia'))

  expect((await createStoreUrl(deps, ctx, { storeId, draft: {} })).url).not.toContain('mia')

  async function findLinkId(slug: string) {
    const found = await findDestination(deps, slug)
    if (found?.kind !== 'link') throw new Error('The short URL is a link')
    return found.link.linkId as Parameters<typeof deleteLink>[1]
  }
})

it('creates no store for a project of another organization', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const store = await aStore(deps, mia)

  expect(await catchErrorCode(deleteStore(noah, store.store_id))).toBe('STORE_NOT_FOUND')
  expect(await catchErrorCode(createStore(deps, { ...noah, project: mia.project }, { ...store, name: 'x' } as never))).toBe('NOT_FOUND')
})

it('returns its short URL or, if it has none, the address of its page', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps' })

  expect(await getStoreAddress(deps, ctx, store.store_id)).toBe(`${deps.origins.public}/@lamps`)
  await createStoreUrl(deps, ctx, { storeId: store.store_id, draft: { url: 'mia' } })
  expect(await getStoreAddress(deps, ctx, store.store_id)).toBe(`${deps.origins.public}/mia`)
})
