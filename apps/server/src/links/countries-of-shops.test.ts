import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { queryAsOwner, runAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { getLink } from './get-link.ts'

const migration = new URL('../../migrations/0450_countries_of_shops.sql', import.meta.url)
const createShops = (places: (string | null)[]) => places.map((place) => ({ place, name: null, target: 'https://maker.example/' }))

it('replaces stored codes that are not countries like archives do, and leaves other shops unchanged', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const cases: [before: (string | null)[], after: (string | null)[]][] = [
    [
      ['DD', 'FR', 'co.uk'],
      ['DE', 'FR', 'co.uk'],
    ],
    [
      ['YU', 'CS', null, null],
      ['RS', null, null, null],
    ],
    [
      ['DD', 'DE', 'ZZ'],
      [null, 'DE', null],
    ],
    [['GB'], ['GB']],
    [[], []],
  ]
  const links = await Promise.all(cases.map(async ([before]) => ({ before: createShops(before), link: await aLink(deps, ctx) })))
  const migrated = [JSON.stringify(createShops(['DD'])), JSON.stringify(createShops(['DD', 'DE']))]

  await runAsOwner(deps, async (owner) => {
    for (const { before, link } of links)
      await owner.query('update links set shops = $1 where id = $2', [JSON.stringify(before), link.url_id])
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into amazon_migration_links (organization_id, project_id, migration_id, link_id, outcome, shops_before, shops_after)
       values ($1, $2, gen_random_uuid(), gen_random_uuid(), 'tagged', $3, $4)`,
      [ctx.organization.id, ctx.project.id, ...migrated],
    )
    await owner.query('set session_replication_role = origin')
    const sql = await readFile(migration, 'utf8')
    await owner.query(sql)
    await owner.query(sql)
  })

  const found = await Promise.all(links.map(({ link }) => getLink(deps, ctx, link.url_id)))
  expect(found.map(({ shops }) => shops)).toEqual(cases.map(([, after]) => createShops(after)))
  expect(await queryAsOwner(deps, 'select shops_before, shops_after from amazon_migration_links')).toEqual([
    { shops_before: createShops(['DE']), shops_after: createShops([null, 'DE']) },
  ])
  const forced = `select relname from pg_class where relname in ('links', 'amazon_migration_links') and relforcerowsecurity`
  expect(await queryAsOwner(deps, forced)).toHaveLength(2)
})
