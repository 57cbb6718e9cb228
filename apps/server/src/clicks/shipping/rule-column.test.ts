import { randomBytes } from 'node:crypto'
import { copyFile, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../platform/clickhouse/clickhouse-migrations.ts'
import { systemIds } from '../../platform/ids.ts'

const folder = new URL('../../../clickhouse', import.meta.url).pathname

it('renames the column `why` to `rule` with its values, and accepts rows of the previous release and of this release', async () => {
  const url = new URL(inject('clickhouseServerUrl'))
  url.pathname = `/rules_${randomBytes(6).toString('hex')}`
  await createClickHouseDatabase(url.href)
  const clickhouse = openClickHouse(url.href)
  await using earlier = await mkdtempDisposable(join(tmpdir(), 'linkshelf-earlier-'))
  for (const name of (await readdir(folder)).filter((name) => name < '0006')) await copyFile(join(folder, name), join(earlier.path, name))
  await migrateClickHouse(clickhouse, earlier.path)
  const insert = (visitor: string, values: object) =>
    clickhouse.insert({ table: 'clicks', format: 'JSONEachRow', values: [{ id: systemIds.next(), at: Date.now(), visitor, ...values }] })

  await insert('1', { why: 'country' })
  // Several processes migrate at once, as they do when the whole program starts.
  await Promise.all([1, 2].map(() => migrateClickHouse(clickhouse, folder)))
  await insert('2', { why: 'country' })
  await insert('3', { rule: 'device', revision: 4_000_000_000 })

  const answer = await clickhouse.query({ query: 'SELECT rule, revision FROM clicks ORDER BY visitor', format: 'JSONEachRow' })
  expect(await answer.json()).toEqual([
    { rule: 'country', revision: 0 },
    { rule: '', revision: 0 },
    { rule: 'device', revision: 4_000_000_000 },
  ])
  await clickhouse.command({ query: `DROP DATABASE ${url.pathname.slice(1)}` })
  await clickhouse.close()
})
