import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { retailerIds } from '@linkshelf/retailers'
import { expect, it } from 'vitest'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'

const quote = (id: string) => `'${id}'`

it('allows every retailer in the check constraints of tables', async () => {
  await using deps = await openTestDeps()
  const checks = await queryAsOwner<{ table: string; name: string; definition: string }>(
    deps,
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' order by 1, 2`,
  )
  const concerned = checks.filter(({ definition }) => retailerIds.some((id) => definition.includes(quote(id))))

  expect(concerned.map(({ name }) => name)).toEqual(['earnings_retailer_check', 'integrations_retailer_check'])
  const neededMigrations = concerned.flatMap(({ table, name, definition }) => {
    const missing = retailerIds.filter((id) => !definition.includes(quote(id)))
    const known = Array.from(definition.matchAll(/'(\w+)'/g), ([, value = '']) => value)
    const values = [...known, ...missing].map(quote).join(', ')
    return missing.length === 0
      ? []
      : [`alter table ${table} drop constraint ${name}, add constraint ${name} check (retailer in (${values}))`]
  })
  expect(neededMigrations).toEqual([])
})

it('names no retailer in the ClickHouse migrations', () => {
  const folder = join(import.meta.dirname, '../../clickhouse')
  const naming = readdirSync(folder).filter((file) =>
    retailerIds.some((id) => readFileSync(join(folder, file), 'utf8').includes(quote(id))),
  )
  expect(naming).toEqual([])
})
