import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../test/databases/plain-database.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { prepareDatabase } from '../databases/database.ts'

const stored = [
  { package: 'Lifetime', stripe_customer_id: "'cus_paid'", started_at: 'null', lifetime: 'paid' },
  { package: 'Lifetime', stripe_customer_id: 'null', started_at: 'now()', lifetime: 'granted' },
  { package: 'Lifetime', stripe_customer_id: "'cus_chosen'", started_at: 'now()', lifetime: 'granted' },
  { package: 'Free', stripe_customer_id: "'cus_free'", started_at: 'null', lifetime: null },
]

it('distinguishes Lifetime that was paid at Stripe from granted Lifetime when the owner of the tables is no superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0525')
  for (const [nth, row] of stored.entries()) {
    const id = `01900000-0000-7000-8000-00000000000${nth}`
    await runStatements(
      database.url,
      'set role linkshelf_app',
      `select set_config('linkshelf.organization_id', '${id}', false)`,
      `insert into organizations (id, name, package) values ('${id}', 'Shelf', '${row.package}')`,
      `insert into subscriptions (organization_id, package, stripe_customer_id, started_at)
        values ('${id}', '${row.package}', ${row.stripe_customer_id}, ${row.started_at})`,
    )
  }

  await prepareDatabase(database.url, { api: database.apiUrl })

  const rows = await queryAsOwner({ databaseUrl: database.url }, 'select lifetime from subscriptions order by organization_id')
  expect(rows).toEqual(stored.map(({ lifetime }) => ({ lifetime })))
})
