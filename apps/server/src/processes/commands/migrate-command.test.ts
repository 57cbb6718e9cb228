import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { deriveAccounts } from '../../database-accounts.ts'
import { findResolvedLinks } from '../../links/index.ts'
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { runMigrate } from './migrate-command.ts'

const name = `migrated_${randomBytes(8).toString('hex')}`

function urlOf(server: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

it('creates the tables in two empty databases and the accounts that are named, and can be repeated', async () => {
  const urls = { DATABASE_URL: urlOf(inject('databaseServerUrl')), CLICKHOUSE_URL: urlOf(inject('clickhouseServerUrl')) }
  await onServer(`create database ${name}`)
  await using cleaning = new AsyncDisposableStack()
  cleaning.defer(() => onServer(`drop database ${name} with (force)`))
  const clickhouse = cleaning.adopt(openClickHouse(urls.CLICKHOUSE_URL), (client) => client.close())
  cleaning.defer(async () => void (await clickhouse.command({ query: `DROP DATABASE IF EXISTS ${name}` })))

  const accounts = deriveAccounts(randomBytes(32), urls.DATABASE_URL)
  const config = readConfig({ ...urls, DATABASE_EDGE_URL: accounts.edge })
  await runMigrate(config)
  await runMigrate(config)

  const db = cleaning.adopt(openPostgres(accounts.edge, { size: 1 }), (opened) => opened.destroy())
  expect(await findResolvedLinks(db, ['lamp'])).toEqual(new Map())
  const answer = await clickhouse.query({ query: 'SELECT toUInt32(count()) AS clicks FROM clicks', format: 'JSONEachRow' })
  expect(await answer.json()).toEqual([{ clicks: 0 }])
})
