import { gzipSync } from 'node:zlib'
import { dataImportMessages, earlierSlugsPerPage, linkQuery, type ProjectId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import {
  aFullProject,
  anArchive,
  anArchiveWithoutManifest,
  archiveHead,
  aWholeArchive,
  unpack,
} from '../../../test/builders/archive-builder.ts'
import {
  aLink,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  findDestination,
  getFirstProject,
  getProjectContext,
  type OwnedOrganization,
} from '../../../test/builders/builders.ts'
import { aServedDomain } from '../../../test/builders/domain-builder.ts'
import { anImage } from '../../../test/builders/image-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { aCheckedArchive, importArchive, runImport } from '../../../test/run-import.ts'
import type { ProjectContext } from '../../access/index.ts'
import { getDashboard } from '../../analytics/get-overview.ts'
import { updateDailyRollups } from '../../analytics/rollups/update-daily-rollups.ts'
import { listCategories } from '../../categories/categories.ts'
import { listLinks } from '../../links/index.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { parseInChild } from '../../platform/process/confined/parse-in-child.ts'
import { countProductsByCategory } from '../../products/index.ts'
import { createProductUrl } from '../../products/product-url.ts'
import { listProducts, patchProduct } from '../../products/products.ts'
import { deleteProject } from '../../projects/projects.ts'
import { createStoreUrl } from '../../stores/store-url.ts'
import { listStores } from '../../stores/stores.ts'
import { toTarPart } from '../export/write-archive.ts'
import { createJsonFile } from '../format/archive-format.ts'
import { importData } from './import-data.ts'
import { createImport, deleteImport, getImport, startImport } from './imports.ts'

const paid = { settings: ['package=Pro'] }
const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

async function createExported(deps: TestDeps): Promise<{ owned: OwnedOrganization; archive: Buffer }> {
  const owned = await anOrganization(deps, paid)
  await aFullProject(deps, owned)
  return { owned, archive: await anArchive(deps, owned.ctx) }
}

/** Returns the context of the project that an import added. */
async function findImportedProject(deps: TestDeps, { user, organization }: OwnedOrganization) {
  const [found] = await listOrganizations(user)
  const added = found?.projects.find(({ id }) => id !== organization.projects[0]?.id)
  return getProjectContext(user, organization.id, added?.id ?? deps.ids.next())
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/**
 * Sorts the lines of a picture list by purpose. The list is sorted by digest, and the digest changes if the picture is
 * encoded again.
 */
function sortByPurpose(lines: string): string {
  const findPurpose = (line: string) => /"purpose":"(\w+)"/.exec(line)?.[1] ?? ''
  return lines
    .split('\n')
    .toSorted((one, other) => findPurpose(one).localeCompare(findPurpose(other)))
    .join('\n')
}

/**
 * Replaces values that always differ between two instances, so that archives can be compared. Ids, including ids in
 * picture addresses, are numbered in the order in which they appear. Members, the audit log and the bytes of pictures,
 * which are encoded again, are not compared.
 */
async function toComparable(archive: Buffer): Promise<Record<string, string>> {
  const numbers = new Map<string, string>()
  function numberId(id: string): string {
    if (!numbers.has(id)) numbers.set(id, `id-${numbers.size}`)
    return numbers.get(id) ?? ''
  }
  const unpacked = [...(await unpack(archive))].map(
    ([name, bytes]) => [name, name.startsWith('pictures-') ? sortByPurpose(String(bytes)) : bytes] as const,
  )
  const files = unpacked.filter(([name]) => !/^(manifest|linkshelf-archive|organization|members|audit-log)/.test(name))
  return Object.fromEntries(
    files.map(([name, bytes]) => [
      name.replace(/^pictures\/[\w-]+/, 'pictures/digest'),
      name.startsWith('pictures/')
        ? 'a picture'
        : String(bytes)
            .replaceAll(/[\w-]{27}(?=[/"])/g, (digest) =>
              numbers.has(digest) || name.startsWith('pictures-') || String(bytes).includes(`/media/${digest}/`)
                ? numberId(digest)
                : digest,
            )
            .replaceAll(
              name.includes('/clicks/') || name.includes('/page-views/')
                ? /(?<="(link|product|store|category|alias)_id":")[\da-f-]{36}/g
                : uuid,
              numberId,
            )
            .replaceAll(/"created_at":"[^"]+"/g, name.startsWith('pictures-') ? '"created_at":""' : '$&'),
    ]),
  )
}

it('exports the same bytes from another instance, except for ids', async () => {
  await using source = await openTestDeps({ clicks: true })
  const { archive } = await createExported(source)
  await using target = await openTestDeps({ clicks: true, parseForeignFile: parseInChild })
  const other = await anOrganization(target, paid)

  const done = await importArchive(target, other.ctx, archive)
  await deleteProject(await aProject(target, { owned: other }))

  expect(done).toMatchObject({ state: 'done', progress: 100, note_count: 0, failure: null })
  expect(done.summary).toMatchObject({ projects: [{ links: 3, products: 1 }], pictures: 1, clicks: 3, page_views: 1 })
  expect(await toComparable(await anArchive(target, other.ctx))).toEqual(await toComparable(archive))
})

it('preserves slugs, aliases, redirects and numbers', async () => {
  await using source = await openTestDeps({ clicks: true })
  const { archive } = await createExported(source)
  await using target = await openTestDeps({ clicks: true, clock })
  const other = await anOrganization(target, paid)

  await importArchive(target, other.ctx, archive)
  const ctx = await findImportedProject(target, other)

  for (const slug of ['brass', 'brass-lamp'])
    expect(await findDestination(target, slug)).toMatchObject({ link: { destination: 'https://shop.example/lamp' } })
  const numbers = { totalClicks: 2, visitors: 2, countries: 1 }
  expect(await getDashboard(target, ctx, aQuery({ range: 'all' }))).toEqual(numbers)
  await updateDailyRollups(target, 365)
  expect(await getDashboard(target, ctx, aQuery({ range: 'all' }))).toEqual(numbers)
})

it('replaces a taken slug and a taken store name, omits a taken alias, and reports it', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { archive } = await createExported(deps)
  const other = await anOrganization(deps, paid)

  const { notes, state } = await importArchive(deps, other.ctx, archive)

  expect(state).toBe('done')
  expect(notes.filter((note) => note.startsWith('The short name'))).toHaveLength(3)
  expect(notes).toContain('The alias brass-lamp is taken here, and is left out.')
  expect(notes).toContain("The store name Mia's Lamps is taken here. The store is now Mia's Lamps 2.")
})

it('continues after a kill, and counts every click once', async () => {
  await using source = await openTestDeps({ clicks: true })
  const { archive } = await createExported(source)
  await using target = await openTestDeps({ clicks: true, clock })
  const other = await anOrganization(target, paid)
  const { import_id: importId } = await aCheckedArchive(target, other.ctx, archive)
  await startImport(other.ctx, importId)

  // ClickHouse stores the first attempt of each insert, but its response is lost.
  const inserted = new Set<string>()
  const clickhouseWriter = new Proxy(target.clickhouseWriter, {
    get: (client, name) =>
      name === 'insert'
        ? async (block: Parameters<typeof client.insert>[0]) => {
            await client.insert(block)
            const token = String(block.clickhouse_settings?.insert_deduplication_token)
            if (!inserted.has(token)) {
              inserted.add(token)
              throw new Error('killed')
            }
          }
        : Reflect.get(client, name),
  })
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(runImport({ ...target, clickhouseWriter }, other.ctx, importId)).rejects.toThrow('killed')
  expect(await getImport(other.ctx, importId)).toMatchObject({ state: 'importing' })
  await Promise.all([runImport(target, other.ctx, importId), runImport(target, other.ctx, importId)])

  expect(await getImport(other.ctx, importId)).toMatchObject({ state: 'done', note_count: 0 })
  expect(await getDashboard(target, await findImportedProject(target, other), aQuery({ range: 'all' }))).toEqual({
    totalClicks: 2,
    visitors: 2,
    countries: 1,
  })
})

it('deletes the imported data if it is deleted before it is done', async () => {
  await using source = await openTestDeps({ clicks: true })
  const { archive } = await createExported(source)
  await using target = await openTestDeps({ clicks: true })
  const other = await anOrganization(target, paid)
  const { import_id: importId } = await aCheckedArchive(target, other.ctx, archive)
  await startImport(other.ctx, importId)
  const failing = new Proxy(target.clickhouseWriter, { get: () => () => Promise.reject(new Error('down')) })
  await expect(runImport({ ...target, clickhouseWriter: failing }, other.ctx, importId)).rejects.toThrow('down')
  expect(await findDestination(target, 'brass')).toBeDefined()

  await deleteImport(other.ctx, importId)
  await runImport(target, other.ctx, importId)

  expect(await findDestination(target, 'brass')).toEqual({ kind: 'gone' })
  expect((await listOrganizations(other.user))[0]?.projects).toHaveLength(1)
})

it("allows the slugs of an undone import only for the organization's next import", async () => {
  await using source = await openTestDeps({ clicks: true })
  const { archive } = await createExported(source)
  await using target = await openTestDeps({ clicks: true })
  const [importer, stranger] = [await anOrganization(target, paid), await anOrganization(target, paid)]
  const { import_id: importId } = await aCheckedArchive(target, importer.ctx, archive)
  await startImport(importer.ctx, importId)
  const failing = new Proxy(target.clickhouseWriter, { get: () => () => Promise.reject(new Error('down')) })
  await expect(runImport({ ...target, clickhouseWriter: failing }, importer.ctx, importId)).rejects.toThrow('down')
  await deleteImport(importer.ctx, importId)

  for (const owned of [importer, stranger])
    expect(await catchErrorCode(aLink(target, await aProject(target, { owned }), { slug: 'brass' }))).toBe('LINK_SLUG_TAKEN')
  const elsewhere = await importArchive(target, stranger.ctx, archive)
  expect(elsewhere.note_count).toBeGreaterThan(0)
  for (const slug of ['brass', 'brass-lamp']) expect(await findDestination(target, slug)).toEqual({ kind: 'gone' })

  expect(await importArchive(target, importer.ctx, archive)).toMatchObject({ state: 'done' })
  for (const slug of ['brass', 'brass-lamp']) expect(await findDestination(target, slug)).toMatchObject({ kind: 'link' })
  expect(await catchErrorCode(aLink(target, await aProject(target, { owned: importer }), { slug: 'brass' }))).toBe('LINK_SLUG_TAKEN')
})

it('rejects an archive that exceeds the plan', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, paid)
  const ctx = await aProject(deps, { owned })
  for (let count = 0; count < 11; count += 1) await aLink(deps, ctx)
  const archive = await anArchive(deps, owned.ctx)

  const { state, failure } = await aCheckedArchive(deps, (await anOrganization(deps)).ctx, archive)

  expect(state).toBe('failed')
  expect(failure).toBe('The project “My links” has 11 links, and your plan has 10 for each project. Upgrade, and import the archive then.')
})

it('preserves page addresses, redirects their short URLs to the imported pages, and does not count these short URLs', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, paid)
  const ctx = await aProject(deps, { owned })
  const store = await aStore(deps, ctx, { name: 'Lamps' })
  const product = await aProduct(deps, ctx, { name: 'Brass lamp' })
  await createStoreUrl(deps, ctx, { storeId: store.store_id, draft: { url: 'renamed' } })
  await createStoreUrl(deps, ctx, { storeId: store.store_id, draft: { url: 'left' } })
  await createProductUrl(deps, ctx, { productId: product.product_id, draft: { url: 'left-lamp' } })
  await createStoreUrl(deps, ctx, { storeId: store.store_id, draft: { url: 'shelf' } })
  await createProductUrl(deps, ctx, { productId: product.product_id, draft: { url: 'brass' } })
  await patchProduct(deps, ctx, { productId: product.product_id, patch: { revision: product.revision, slug: 'desk-light' } })
  await queryAsOwner(
    deps,
    `insert into store_handles select 'old-lamps', organization_id, project_id, store_id from store_handles where handle = 'lamps'`,
  )
  for (let count = 0; count < 10; count += 1) await aLink(deps, ctx)
  const files = [...(await unpack(await anArchive(deps, owned.ctx)))].flatMap(([name, bytes]): [string, string][] =>
    /^(manifest|linkshelf-archive)/.test(name) ? [] : [[name, String(bytes)]],
  )
  const toEarlierVersion = (text: string) =>
    text
      .replaceAll('@lamps/desk-light', `@lamps/p/${product.product_id}`)
      .replaceAll(/"page_kind":[^,]*,"page_id":[^,}]*,?/g, '')
      .replace(/(?<="slug":"renamed".*?)@lamps/, '@old-lamps')

  const earlierFiles = files
    .filter(([name]) => !name.includes('/page-slugs-'))
    .map(([name, text]): [string, string] => [
      name,
      name.includes('/links-') ? toEarlierVersion(text) : text.replaceAll('"slug":"desk-light",', ''),
    ])

  for (const [archived, slugs] of [
    [files, ['desk-light', 'brass-lamp']],
    [earlierFiles, ['brass-lamp']],
  ] as const) {
    const other = await anOrganization(deps)
    expect(await importArchive(deps, other.ctx, await aWholeArchive(archived))).toMatchObject({
      ...{ state: 'done', summary: { projects: [{ links: 15, page_links: 5 }] } },
    })
    const imported = await findImportedProject(deps, other)
    const [shelf, lamp] = [(await listStores(deps, imported))[0], (await listProducts(deps, imported, { limit: 20 })).products[0]]
    const page = shelf?.store_linkshelf_url
    expect(page).not.toBe(store.store_linkshelf_url)
    const toStore = { target: page, page: { kind: 'store', id: shelf?.store_id, name: shelf?.name } }
    const toLamp = { target: `${page}/${slugs[0]}`, page: { kind: 'product', id: lamp?.product_id, name: 'Brass lamp' } }
    expect(lamp?.slug).toBe(slugs[0])
    expect(await findPageSlugs(imported)).toEqual(slugs)
    expect(await findPageLinks(imported)).toEqual([toStore, toStore, toLamp, toStore, toLamp])
    expect(await queryAsOwner(deps, `select link_count from link_counts where project_id = '${imported.project.id}'`)).toEqual([
      { link_count: 10 },
    ])
    expect([shelf?.store_short_url, lamp?.product_linkshelf_url]).not.toContain(null)
  }

  const earlier = Array.from({ length: earlierSlugsPerPage + 5 }, (_, nth) => ({
    ...{ slug: `lamp-${nth}`, product_id: product.product_id, category_id: null },
    replaced_at: new Date(Date.UTC(2026, 0, 1, nth)).toISOString(),
  }))
  const many = files.map(([name, text]): [string, string] => [
    name,
    name.includes('/page-slugs-') ? earlier.map((row) => JSON.stringify(row)).join('\n') : text,
  ])
  const other = await anOrganization(deps)
  const { notes } = await importArchive(deps, other.ctx, await aWholeArchive(many))
  const latest = earlier.toReversed().slice(0, earlierSlugsPerPage)
  const left = earlier.slice(0, 5).map(({ slug }) => `The earlier address ${slug} is left out: a page has up to ${earlierSlugsPerPage}.`)
  expect((await findPageSlugs(await findImportedProject(deps, other))).toSorted()).toEqual(
    ['desk-light', ...latest.map(({ slug }) => slug)].toSorted(),
  )
  expect(notes).toEqual(expect.arrayContaining(left))

  async function findPageSlugs({ project }: ProjectContext) {
    const rows = await queryAsOwner<{ slug: string }>(
      deps,
      `select slug from page_slugs where project_id = '${project.id}' order by replaced_at nulls first`,
    )
    return rows.map(({ slug }) => slug)
  }

  async function findPageLinks(project: ProjectContext) {
    const { links } = await listLinks(deps, project, linkQuery.parse({}))
    return links.flatMap(({ target, page }) => (page === null ? [] : [{ target, page }])).toReversed()
  }
})

it('counts a link that claims to be the short URL of a page but leads elsewhere', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, paid)
  const ctx = await aProject(deps, { owned })
  for (let count = 0; count < 11; count += 1) await aLink(deps, ctx)
  const files = [...(await unpack(await anArchive(deps, owned.ctx)))].flatMap(([name, bytes]): [string, string][] =>
    /^(manifest|linkshelf-archive)/.test(name)
      ? []
      : [[name, String(bytes).replaceAll('"page_kind":null,"page_id":null', `"page_kind":"store","page_id":"${deps.ids.next()}"`)]],
  )

  const { failure } = await aCheckedArchive(deps, (await anOrganization(deps)).ctx, await aWholeArchive(files))

  expect(failure).toContain('has 11 links, and your plan has 10')
})

it('rejects a start if the plan has become too small', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, paid)
  const ctx = await aProject(deps, { owned })
  for (let count = 0; count < 11; count += 1) await aLink(deps, ctx)
  const other = await anOrganization(deps, paid)
  const { import_id: importId } = await aCheckedArchive(deps, other.ctx, await anArchive(deps, owned.ctx))
  await setOrganizationSettings(deps, other.organization.id, ['package=Free'])
  const downgraded = await getProjectContext(other.user, other.organization.id, getFirstProject(other.organization).id)

  expect(await catchErrorCode(startImport(downgraded, importId))).toBe('DATA_IMPORT_NOT_READY')
})

it('skips files of a project that was deleted during the export', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps)
  const files: [string, string][] = [
    ['organization.json', '{"name":"Mia"}'],
    ['projects/0001/clicks/2026-03-0001.jsonl', '{"id":"any"}'],
  ]

  const done = await importArchive(deps, ctx, await aWholeArchive(files))

  expect(done).toMatchObject({ state: 'done', note_count: 0, summary: { projects: [], clicks: 0 } })
})

const created_at = '2026-01-01T00:00:00Z'
const anyId = '01900000-0000-7000-8000-000000000001'
const lamps = { id: anyId, name: 'Lamps', description: 'Lamps', status: 'active', time_zone: 'UTC', created_at }
const projectFile: [string, string] = ['projects/0001/project.json', JSON.stringify(lamps)]

function createFeaturedLinkLines(count: number): string {
  const link = { store_id: anyId, link_id: anyId, title: 'Watch', is_ad: false, show_from: null, show_until: null }
  return Array.from({ length: count }, (_, rank) => JSON.stringify({ ...link, rank })).join('\n')
}

it.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['no gzip', () => Buffer.from('hello'), dataImportMessages.incomplete],
  ['another gzip file', () => gzipSync('hello'), dataImportMessages.incomplete],
  ['no manifest', () => anArchiveWithoutManifest(['organization.json', '{"name":"Mia"}']), dataImportMessages.incomplete],
  ['a path that leads out', () => anArchiveWithoutManifest(['../../etc/passwd', 'root']), dataImportMessages.notArchive],
  [
    'a newer version',
    () => toTarPart([createJsonFile('linkshelf-archive.json', { ...JSON.parse(String(archiveHead.bytes)), version: 2 })], { isLast: true }),
    dataImportMessages.otherVersion,
  ],
  [
    'a manifest of other files',
    () => anArchiveWithoutManifest(['organization.json', '{"name":"Mia"}'], ['manifest.json', '{"files":[]}']),
    dataImportMessages.changed,
  ],
  ['a bomb', () => anArchiveWithoutManifest(['organization.json', ' '.repeat(70_000_000)]), dataImportMessages.tooLarge],
  [
    'more featured links than a store can have',
    () => aWholeArchive([projectFile, ['projects/0001/featured-links-0001.jsonl', createFeaturedLinkLines(21)]]),
    'The project “Lamps” has more than 20 featured links, which no project can have.',
  ],
])('explains an archive with %s', async (_what, archive, failure) => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  expect(await aCheckedArchive(deps, ctx, await archive())).toMatchObject({ state: 'failed', failure })
})

it('skips rows that are not valid, and reports them', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx, user, organization } = await anOrganization(deps, paid)
  const link = {
    title: null,
    has_own_title: false,
    labels: [],
    brand_logo: null,
    is_archived: false,
    revision: 1,
    created_at,
  }
  const shop = { name: null, target: 'https://shop.example/de' }
  const links = [
    { ...link, id: deps.ids.next(), slug: 'script', target: 'javascript:alert(1)' },
    { ...link, id: deps.ids.next(), slug: 'loop', target: 'http://go.test/loop' },
    { ...link, id: deps.ids.next(), slug: 'served', target: 'https://lamps.example/lamp' },
    { ...link, id: deps.ids.next(), slug: 'admin', target: 'https://shop.example/' },
    'no row',
    { ...link, id: deps.ids.next(), slug: 'nul', title: 'NUL \0', target: 'https://shop.example/' },
    { ...link, id: deps.ids.next(), slug: 'half', notes: 'half \ud800', target: 'https://shop.example/' },
    { ...link, id: deps.ids.next(), slug: 'retired', target: 'https://shop.example/', shops: [{ ...shop, place: 'DD' }] },
  ]
  const files: [string, string][] = [
    projectFile,
    ['projects/0001/links-0001.jsonl', links.map((row) => JSON.stringify(row)).join('\n')],
    ['projects/0001/product-links-0001.jsonl', JSON.stringify({ product_id: deps.ids.next(), link_id: deps.ids.next(), rank: 1 })],
    ['projects/0001/clicks/2026-03-0001.jsonl', '{"id":"not an id"}'],
  ]

  await aServedDomain(deps, await aProject(deps), 'lamps.example')
  const { notes } = await importArchive(deps, ctx, await aWholeArchive(files))

  expect(notes).toEqual([
    'projects/0001/links-0001.jsonl, line 1: target: Please enter a valid URL',
    'projects/0001/links-0001.jsonl, line 5: not an object',
    'projects/0001/links-0001.jsonl, line 6: no JSON, too long, or with characters that can not be stored',
    'projects/0001/links-0001.jsonl, line 7: no JSON, too long, or with characters that can not be stored',
    'The link loop leads to a short link, and is left out: http://go.test/loop',
    'The link served leads to a short link, and is left out: https://lamps.example/lamp',
    expect.stringMatching(/^The short name admin is taken here\. Its link is now \w{7}\.$/),
    'product links: 1 row that names what is not in the archive, left out',
    expect.stringContaining('projects/0001/clicks/2026-03-0001.jsonl, line 1: id'),
  ])
  expect((await listOrganizations(user)).find(({ id }) => id === organization.id)?.projects.map(({ name }) => name)).toContain('Lamps')
  const imported = await queryAsOwner(deps, "select shops from links where slug = 'retired'")
  expect(imported).toEqual([{ shops: [{ ...shop, place: 'DE' }] }])
})

it('encodes logos of QR codes up to a limit, and pauses after each', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps, paid)
  const created_at = '2026-01-01T00:00:00Z'
  const project = { id: deps.ids.next<ProjectId>(), name: 'Lamps', description: 'Lamps', status: 'active', time_zone: 'UTC', created_at }
  const link = { id: deps.ids.next(), title: null, has_own_title: false, labels: [], brand_logo: null, is_archived: false, revision: 1 }
  const style = { subject_kind: 'link', color: '#000000', background_color: '#ffffff', background_transparent: false }
  const logo = (await anImage().png().toBuffer()).toString('base64')
  const logos = [logo, logo, ...Array.from({ length: 2_000 }, (_, nth) => Buffer.from(`no picture ${nth}`).toString('base64'))]
  const codes = logos.map((each, nth) => ({ ...style, subject_id: nth === 0 ? link.id : deps.ids.next(), logo: each }))
  const archive = await aWholeArchive([
    ['projects/0001/project.json', JSON.stringify(project)],
    ['projects/0001/links-0001.jsonl', JSON.stringify({ ...link, slug: 'lamp', target: 'https://shop.example/', created_at })],
    ['projects/0001/qr-codes-0001.jsonl', codes.map((row) => JSON.stringify(row)).join('\n')],
  ])
  const { import_id: importId } = await aCheckedArchive(deps, ctx, archive)
  await startImport(ctx, importId)
  let pauseCount = 0

  await importData(deps, { organizationId: ctx.organization.id, importId }, { pause: async () => void pauseCount++ })

  const { state, notes } = await getImport(ctx, importId)
  expect({ state, notes: notes.slice(0, 2) }).toEqual({
    state: 'done',
    notes: ['Logos of 1 QR codes are left out: an archive may have 2000 logos', 'The logo of a QR code is not a picture, and is left out'],
  })
  expect(pauseCount).toBeGreaterThan(2_000)
  expect(await queryAsOwner(deps, 'select count(logo)::int as count from qr_codes')).toEqual([{ count: 2 }])
})

it('adds the number of shipped items and the sources to earnings of an earlier version', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps, paid)
  const created_at = '2026-01-01T00:00:00Z'
  const project = { id: deps.ids.next(), name: 'Lamps', description: 'Lamps', status: 'active', time_zone: 'UTC', created_at }
  const none = {
    item_name: null,
    sub_id: null,
    network: null,
    matched_at: null,
    method: null,
    link_id: null,
    product_id: null,
    country: null,
  }
  const toEarning = (key: string, given: object) => ({
    ...none,
    id: deps.ids.next(),
    transaction_key: key,
    version_at: created_at,
    recorded_at: created_at,
    retailer: 'amazon',
    kind: 'sale',
    status: 'approved',
    currency: 'USD',
    amount: 100,
    reversed_amount: 0,
    sale_amount: 1_000,
    quantity: 2,
    occurred_on: '2026-03-10',
    occurred_at: null,
    is_day_of_shipment: true,
    item_id: 'B0OWN00001',
    tracking_id: 'shelf-20',
    referrer: null,
    announced_at: null,
    ...given,
  })
  const order = toEarning('order', { kind: 'order', quantity: 3, occurred_on: '2026-03-09', is_day_of_shipment: false })
  const click = toEarning('click', { item_id: null, is_day_of_shipment: false, method: 'click', referrer: 't.co' })
  const files: [string, string][] = [
    ['projects/0001/project.json', JSON.stringify(project)],
    ['projects/0001/earnings-0001.jsonl', JSON.stringify(order)],
    ['projects/0001/earnings-0002.jsonl', [toEarning('sale', {}), click].map((row) => JSON.stringify(row)).join('\n')],
  ]

  expect(await importArchive(deps, ctx, await aWholeArchive(files))).toMatchObject({ state: 'done', notes: [] })

  const columns = 'transaction_key, shipped_quantity, fulfilled_quantity, source'
  expect(await queryAsOwner(deps, `select ${columns} from earnings order by transaction_key`)).toEqual([
    { transaction_key: 'click', shipped_quantity: 0, fulfilled_quantity: 0, source: 'X' },
    { transaction_key: 'order', shipped_quantity: 0, fulfilled_quantity: 2, source: null },
    { transaction_key: 'sale', shipped_quantity: 2, fulfilled_quantity: 0, source: null },
  ])
})

it('allows one import at a time for an organization', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const draft = { file_name: 'a.tar.gz', bytes: 10 }

  const same = await Promise.all([createImport(deps, owned.ctx, draft), createImport(deps, owned.ctx, draft)])
  expect(new Set(same.map(({ import_id }) => import_id)).size).toBe(1)
  expect(await catchErrorCode(createImport(deps, owned.ctx, { ...draft, bytes: 11 }))).toBe('DATA_IMPORT_UNFINISHED')
})

it('appends numbers to repeated category names in an archive of an earlier version, and reports it', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, paid)
  const long = `${'a'.repeat(95)}🪔b`
  const schedule = { show_from: null, show_until: null }
  const categories = ['Sale', 'SALE', 'Sale', 'Sale (2)', long, long].map((name, position) =>
    JSON.stringify({ id: deps.ids.next(), name, color_hex: '#000000', is_active: true, position: `${position}`, ...schedule, created_at }),
  )
  const archive = await aWholeArchive([projectFile, ['projects/0001/categories-0001.jsonl', categories.join('\n')]])

  const { state, notes } = await importArchive(deps, owned.ctx, archive)

  expect(state).toBe('done')
  const listed = await listCategories({ countProducts: countProductsByCategory }, await findImportedProject(deps, owned))
  const names = ['Sale', 'SALE (2)', 'Sale (3)', 'Sale (2) (2)', long, `${'a'.repeat(95)} (2)`]
  expect(listed.map(({ name }) => name)).toEqual(names)
  expect(notes).toEqual(
    ['SALE', 'Sale', 'Sale (2)', long].map((name, nth) => {
      const renamed = [names[1], names[2], names[3], names[5]][nth]
      return `Several categories are named ${name}. One of them is now ${renamed}.`
    }),
  )
})
