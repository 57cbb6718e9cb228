import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements, selectRows } from '../../test/databases/plain-database.ts'
import { prepareDatabase } from '../databases/database.ts'

const [mia, lamps, store, video, shop] = [1, 2, 3, 4, 5].map((nth) => `01900000-0000-7000-8000-00000000000${nth}`)

const aLinkRow = (id: string | undefined, slug: string, target: string) =>
  `insert into links (id, organization_id, project_id, slug, target, created_at) values ('${id}', '${mia}', '${lamps}', '${slug}', '${target}', now());`
const aFeaturedRow = (id: string | undefined, rank: number) =>
  `insert into featured_links (organization_id, project_id, store_id, link_id, title, is_ad, rank) values ('${mia}', '${lamps}', '${store}', '${id}', 'Lamp', true, ${rank});`

it('removes the marks that earlier releases gave to featured videos, and keeps the marks of other links', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0749')
  const inScope = ['set role linkshelf_app', `select set_config('linkshelf.organization_id', '${mia}', false)`]
  await runStatements(
    database.url,
    ...['stores', 'links', 'featured_links'].map((table) => `alter table ${table} disable trigger user`),
    ...inScope,
    `insert into organizations (id, name) values ('${mia}', 'Mia');
     insert into projects (id, organization_id, name, description) values ('${lamps}', '${mia}', 'Lamps', '');
     insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, is_active, created_at)
       values ('${store}', '${mia}', '${lamps}', 'Lamps', 'lamps', '#000000', '#000000', 'left', true, now());`,
    aLinkRow(video, 'video', 'https://www.youtube.com/watch?v=lamp'),
    aLinkRow(shop, 'shop', 'https://shop.example/youtube.com/lamp'),
    aFeaturedRow(video, 1),
    aFeaturedRow(shop, 2),
    'reset role',
    ...['stores', 'links', 'featured_links'].map((table) => `alter table ${table} enable trigger user`),
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const marks = await selectRows(database.url, inScope, 'select is_ad from featured_links order by rank')
  expect(marks).toEqual([{ is_ad: false }, { is_ad: true }])
})
