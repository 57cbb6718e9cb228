import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { openClickHouse } from '../src/platform/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../src/platform/clickhouse/clickhouse-migrations.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'
import { systemIds } from '../src/platform/ids.ts'
import type { Email } from '../src/platform/mail/mail.ts'
import { type Db, openPostgres } from '../src/platform/postgres/postgres.ts'
import { silentLog } from '../src/platform/process/log.ts'
import { makePictureFetch } from '../src/qr/index.ts'

export interface TestDeps extends Deps, AsyncDisposable {
  databaseUrl: string
  /** Works as the visitors' role. */
  edgeDb: Db
  /** Only usable when opened with `clicks: true`. */
  clickhouseUrl: string
  /** What was mailed, oldest first. */
  letters: Email[]
}

const clickhouseFolder = fileURLToPath(new URL('../clickhouse', import.meta.url))

/** A platform on a fresh database, cloned from the migrated template; with `clicks`, on a fresh ClickHouse database too. */
export async function openTestDeps({ clicks = false, ...replaced }: { clicks?: boolean } & Partial<Deps> = {}): Promise<TestDeps> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const serverUrl = inject('databaseServerUrl')
  await onServer(serverUrl, `create database ${name} template linkshelf_template`)
  const databaseUrl = withPath(serverUrl, name)
  const clickhouseUrl = withPath(inject('clickhouseServerUrl'), clicks ? name : 'default')

  const db = openPostgres(databaseUrl, 'linkshelf_app')
  const edgeDb = openPostgres(databaseUrl, 'linkshelf_edge', { size: 4 })
  if (clicks) await createClickHouseDatabase(name, clickhouseUrl)
  const clickhouse = openClickHouse(clickhouseUrl)
  const letters: Email[] = []

  return {
    db,
    edgeDb,
    databaseUrl,
    clickhouse,
    clickhouseUrl,
    letters,
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    mail: { send: async (letter) => void letters.push(letter) },
    fetchPicture: makePictureFetch({ userAgent: 'test' }),
    origins: { app: 'http://app.test', public: 'http://go.test' },
    ...replaced,
    async [Symbol.asyncDispose]() {
      if (clicks) await clickhouse.command({ query: `DROP DATABASE IF EXISTS ${name}` })
      await Promise.all([db.destroy(), edgeDb.destroy(), clickhouse.close()])
      await onServer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function createClickHouseDatabase(name: string, url: string): Promise<void> {
  const server = openClickHouse(withPath(url, 'default'))
  await server.command({ query: `CREATE DATABASE ${name}` })
  await server.close()
  const client = openClickHouse(url)
  await migrateClickHouse(client, clickhouseFolder)
  await client.close()
}

function withPath(url: string, path: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${path}`
  return parsed.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
