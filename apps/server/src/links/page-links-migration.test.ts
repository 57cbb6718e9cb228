import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements, selectRows } from '../../test/databases/plain-database.ts'
import { prepareDatabase } from '../databases/database.ts'

const mia = '01900000-0000-7000-8000-000000000001'
const lamps = '01900000-0000-7000-8000-000000000002'
const empty = '01900000-0000-7000-8000-000000000003'
const toUuid = (nth: number) => `01900000-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`
const [store, other, moved, shopped] = [toUuid(1), toUuid(2), toUuid(3), toUuid(4)]
const [shelf, plain, brass, edited, byCountry, deleted] = [toUuid(11), toUuid(12), toUuid(13), toUuid(14), toUuid(15), toUuid(16)]
const [earlier, earlierBrass, ofDeletedStore, ofDeletedProduct] = [toUuid(17), toUuid(18), toUuid(19), toUuid(20)]
const [elsewhere, sitemap, otherProject] = [toUuid(21), toUuid(22), toUuid(23)]

const formatLinkRow = (linkId: string, slug: string, target: string, more = "'[]', null") =>
  `('${linkId}', '${mia}', '${lamps}', '${slug}', '${target}', now(), ${more})`

/**
 * A renamed store, and products with short URLs. The owner left one short URL unchanged, changed the destination of
 * another, gave the third a shop, and deleted the fourth. The other links are not the short URL of any page. They lead
 * to the store, to a product, to deleted pages, and to other addresses.
 */
const rowsOfOldVersion = `
  insert into organizations (id, name) values ('${mia}', 'Mia');
  insert into projects (id, organization_id, name, description) values ('${lamps}', '${mia}', 'Lamps', ''), ('${empty}', '${mia}', 'Empty', '');
  insert into links (id, organization_id, project_id, slug, target, created_at, shops, deleted_at) values
    ${formatLinkRow(shelf, 'shelf', 'https://go.test/@lamps')},
    ${formatLinkRow(plain, 'plain', 'https://shop.example/@lamps')},
    ${formatLinkRow(brass, 'brass', `https://go.test/@l%C3%A4mpchen/p/${moved}`)},
    ${formatLinkRow(edited, 'edited', 'https://shop.example/chair')},
    ${formatLinkRow(byCountry, 'by-country', `https://go.test/@lamps/p/${shopped}`, `'[{"place": "FR", "name": null, "target": "https://maker.example/"}]', null`)},
    ${formatLinkRow(deleted, 'deleted', `https://go.test/@lamps/p/${toUuid(5)}`, "'[]', now()")},
    ${formatLinkRow(earlier, 'earlier', 'https://go.test/@lamps')},
    ${formatLinkRow(earlierBrass, 'earlier-brass', `https://go.test/@lamps/p/${moved}`)},
    ${formatLinkRow(ofDeletedStore, 'of-deleted-store', 'https://go.test/@chairs')},
    ${formatLinkRow(ofDeletedProduct, 'of-deleted-product', `https://go.test/@chairs/p/${toUuid(6)}`)},
    ${formatLinkRow(elsewhere, 'elsewhere', `https://shop.example/@lamps/p/${moved}`)},
    ${formatLinkRow(sitemap, 'sitemap', 'https://go.test/@lamps/sitemap.xml')},
    ${formatLinkRow(otherProject, 'other-project', 'https://go.test/@desks')};
  insert into link_counts (project_id, organization_id, link_count) values ('${lamps}', '${mia}', 12), ('${empty}', '${mia}', 0);
  insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, is_active, short_link_id, created_at)
    values ('${store}', '${mia}', '${lamps}', 'Lämpchen', 'lämpchen', '#000000', '#000000', 'grid', true, '${shelf}', now());
  insert into store_handles (handle, organization_id, project_id, store_id) values
    ('lamps', '${mia}', '${lamps}', '${store}'), ('lämpchen', '${mia}', '${lamps}', '${store}'),
    ('chairs', '${mia}', '${lamps}', null), ('desks', '${mia}', '${empty}', null);
  insert into products (id, organization_id, project_id, name, attributes, is_active, position, short_link_id, created_at)
    select id::uuid, '${mia}', '${lamps}', 'Lamp', '{}', true, 1, link::uuid, now() from (values
      ('${other}', '${edited}'), ('${moved}', '${brass}'), ('${shopped}', '${byCountry}'), ('${toUuid(5)}', '${deleted}')) as given (id, link)`

it('marks the short URLs of earlier releases as page links, no longer counts them, and changes no destination of other links', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0510')
  const inScope = ['set role linkshelf_app', `select set_config('linkshelf.organization_id', '${mia}', false)`]
  // The triggers would enqueue jobs that draw pictures of pages, but only later migrations create the tables of these
  // jobs. So the triggers are disabled.
  const toTriggerStatements = (state: string) => ['stores', 'products'].map((table) => `alter table ${table} ${state} trigger user`)
  await runStatements(
    database.url,
    ...toTriggerStatements('disable'),
    ...inScope,
    rowsOfOldVersion,
    'reset role',
    ...toTriggerStatements('enable'),
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const select = <Row extends object>(text: string) => selectRows<Row>(database.url, inScope, text)
  expect(await select('select slug, target, page_kind as kind, page_id as id from links order by links.id')).toEqual([
    { slug: 'shelf', target: 'https://go.test/@l%C3%A4mpchen', kind: 'store', id: store },
    { slug: 'plain', target: 'https://shop.example/@lamps', kind: null, id: null },
    { slug: 'brass', target: `https://go.test/@l%C3%A4mpchen/p/${moved}`, kind: 'product', id: moved },
    { slug: 'edited', target: 'https://shop.example/chair', kind: null, id: null },
    { slug: 'by-country', target: `https://go.test/@lamps/p/${shopped}`, kind: null, id: null },
    { slug: 'deleted', target: `https://go.test/@l%C3%A4mpchen/p/${toUuid(5)}`, kind: 'product', id: toUuid(5) },
    { slug: 'earlier', target: 'https://go.test/@l%C3%A4mpchen', kind: 'store', id: store },
    { slug: 'earlier-brass', target: `https://go.test/@l%C3%A4mpchen/p/${moved}`, kind: 'product', id: moved },
    { slug: 'of-deleted-store', target: 'https://go.test/@chairs', kind: 'store', id: ofDeletedStore },
    { slug: 'of-deleted-product', target: `https://go.test/@l%C3%A4mpchen/p/${toUuid(6)}`, kind: 'product', id: toUuid(6) },
    { slug: 'elsewhere', target: `https://shop.example/@lamps/p/${moved}`, kind: null, id: null },
    { slug: 'sitemap', target: 'https://go.test/@lamps/sitemap.xml', kind: null, id: null },
    { slug: 'other-project', target: 'https://go.test/@desks', kind: null, id: null },
  ])
  expect(
    await select('select link_id as id from link_checks join links on links.id = link_id where links.target <> link_checks.target'),
  ).toEqual([])
  expect(await select('select link_count from link_counts order by project_id')).toEqual([{ link_count: 6 }, { link_count: 0 }])
  expect(await select('select id, short_link_id as link from products union all select id, short_link_id from stores order by id')).toEqual(
    [
      { id: store, link: shelf },
      { id: other, link: null },
      { id: moved, link: brass },
      { id: shopped, link: null },
      { id: toUuid(5), link: deleted },
    ],
  )
})
