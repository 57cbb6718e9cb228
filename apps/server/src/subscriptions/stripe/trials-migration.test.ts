import pg from 'pg'
import { expect, it } from 'vitest'
import { aPlainDatabase, migrateUntil, runStatements } from '../../../test/databases/plain-database.ts'
import { prepareDatabase } from '../../databases/database.ts'

const [subscribed, free] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
const [mia, noah] = ['01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000004']
const inScope = (organizationId: string) => [
  'set role linkshelf_app',
  `select set_config('linkshelf.organization_id', '${organizationId}', false)`,
]

it('counts owners who have subscribed as having had their trial, and marks a trial that begins, when the owner of the tables is no superuser', async () => {
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0396')
  await runStatements(
    database.url,
    `insert into users (id, email, full_name, password_hash) values ('${mia}', 'mia@people.test', 'Mia', 'x'), ('${noah}', 'noah@people.test', 'Noah', 'x')`,
  )
  for (const [organizationId, userId, subscription] of [
    [subscribed, mia, "'sub_1'"],
    [free, noah, 'null'],
  ] as const)
    await runStatements(
      database.url,
      ...inScope(organizationId),
      `insert into organizations (id, name) values ('${organizationId}', 'Shelf')`,
      `insert into members (organization_id, user_id, role) values ('${organizationId}', '${userId}', 'owner')`,
      `insert into subscriptions (organization_id, stripe_customer_id, stripe_subscription_id) values ('${organizationId}', 'cus_${userId}', ${subscription})`,
    )

  await prepareDatabase(database.url, { api: database.apiUrl })

  expect(await trialsIn(database.url)).toEqual([{ user_id: mia, is_used: true }])
  await runStatements(
    database.url,
    ...inScope(free),
    `select set_config('linkshelf.user_id', '${noah}', false)`,
    `insert into user_trials (user_id, organization_id, offered_at) values ('${noah}', '${free}', now())`,
    `update subscriptions set trial_ends_at = now() + interval '14 days' where organization_id = '${free}'`,
  )
  expect(await trialsIn(database.url)).toEqual([
    { user_id: mia, is_used: true },
    { user_id: noah, is_used: true },
  ])
})

async function trialsIn(url: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('select user_id, used_at is not null as is_used from user_trials order by user_id')).rows
  } finally {
    await client.end()
  }
}
