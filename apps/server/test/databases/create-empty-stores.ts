import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../src/platform/clickhouse/clickhouse-addresses.ts'
import { toOnClusterClause } from '../../src/platform/clickhouse/clickhouse-cluster.ts'
import { queryAsOwner } from './run-as-owner.ts'

export interface EmptyStores extends AsyncDisposable {
  databaseUrl: string
  clickhouseUrl: string
}

/** Creates an empty PostgreSQL database, and names a ClickHouse database that does not exist yet. */
export async function createEmptyStores(): Promise<EmptyStores> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const server = { databaseUrl: inject('databaseServerUrl') }
  await queryAsOwner(server, `create database ${name}`)
  return {
    databaseUrl: Object.assign(new URL(server.databaseUrl), { pathname: `/${name}` }).href,
    clickhouseUrl: replaceLogin(inject('clickhouseServerUrl'), { database: name }),
    async [Symbol.asyncDispose]() {
      await queryAsOwner(server, `drop database ${name} with (force)`)
      const client = openClickHouse(inject('clickhouseServerUrl'))
      await client.command({ query: `DROP DATABASE IF EXISTS ${name}${toOnClusterClause(inject('clickhouseCluster'))}` })
      await client.close()
    },
  }
}
