import pg from 'pg'
import { expect, it } from 'vitest'
import { release } from '../apps/server/src/platform/migration-files.ts'
import { runLinkshelf, startFails } from '../harness/run-linkshelf.ts'
import { aDataFolder, runPart, settingsOf, storesOf } from '../harness/run-part.ts'

/** Records a migration of a newer release that this one lacks. */
const applyLater = "insert into schema_migrations (name) values ('9999_later.sql')"

const sentence = `Linkshelf ${release} lacks 9999_later.sql of PostgreSQL, which a newer release applied: install the newer release again, or restore the back-ups from before it; nothing was changed.\n`

it('starts neither api nor jobs nor everything on a database that a newer release has migrated; edges and shippers continue', async () => {
  await using instance = await runLinkshelf()
  await using folder = await aDataFolder()
  const stores = await storesOf(instance)
  const client = new pg.Client({ connectionString: stores.databaseUrl })
  await client.connect()
  await client.query(applyLater)
  await client.end()

  const failing = ['api', 'jobs'] as const
  const [failed, edge, shipper] = await Promise.all([
    Promise.all(failing.map((part) => startFails(settingsOf(part, folder.path, stores), part))),
    runPart('edge', folder.path, stores),
    runPart('ship', folder.path, stores),
  ])
  await using _edge = edge
  await using _shipper = shipper
  expect(failed).toEqual(failing.map(() => ({ code: 1, output: sentence })))
  expect((await fetch(`http://127.0.0.1:${edge.port}/nothing-here`)).status).toBe(404)

  expect(await instance.stop()).toBe(0)
  expect(await startFails(instance.environment)).toEqual({ code: 1, output: sentence })
})
