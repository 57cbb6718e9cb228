import { inject } from 'vitest'
import type { DatabaseAccounts } from '../src/databases/database-accounts.ts'
import { createIconFetch } from '../src/links/index.ts'
import type { ClickHouse } from '../src/platform/clickhouse/clickhouse.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'
import { createDiskSpace } from '../src/platform/disk-space.ts'
import { createDnsQueries } from '../src/platform/http/dns-queries.ts'
import { createGuardedFetch } from '../src/platform/http/guarded-fetch.ts'
import { systemIds } from '../src/platform/ids.ts'
import type { Email } from '../src/platform/mail/mail.ts'
import type { Db } from '../src/platform/postgres/postgres.ts'
import { silentLog } from '../src/platform/process/log.ts'
import { createFontFetch, createImageFetch } from '../src/uploads/index.ts'
import { type GoogleDeps, noGoogle } from '../src/youtube-channels/google/google.ts'
import { openAccounts, takeClickHouseDatabase } from './databases/clickhouse-databases.ts'
import { type PostgresDatabase, takePostgresDatabase } from './databases/postgres-databases.ts'
import type { GoogleServer } from './google/open-google-server.ts'
import { parseHere } from './parse-here.ts'
import { reportWait } from './waits-in-transactions.ts'

export interface TestDeps extends Deps, GoogleDeps, AsyncDisposable, Pick<PostgresDatabase, 'saveRows'> {
  /** Connects as the database's owner, a superuser. */
  databaseUrl: string
  accounts: DatabaseAccounts
  listenerUrl: string
  /** Uses the database account of an edge. */
  edgeDb: Db
  /** Uses the database account of a shipper. */
  shipDb: Db
  /** Usable only if the deps were opened with `clicks: true`. */
  clickhouseUrl: string
  /** The read-only client of an api process. `clickhouse` can run any statement. */
  clickhouseReader: ClickHouse
  /** Sent emails, oldest first. */
  emails: Email[]
  /** Simulates Google. If undefined, the YouTube migration is not configured. */
  googleServer?: GoogleServer
}

/**
 * Opens deps on a fresh database that was cloned from the migrated template. If `clicks` is true, also opens an empty,
 * migrated ClickHouse database.
 */
export async function openTestDeps({
  clicks = false,
  google: googleServer,
  ...replaced
}: { clicks?: boolean; google?: GoogleServer } & Partial<Deps> = {}): Promise<TestDeps> {
  const postgres = await takePostgresDatabase()
  const { accounts, pools } = postgres
  const clickhouse = clicks ? await takeClickHouseDatabase() : openAccounts(inject('clickhouseServerUrl'))
  const emails: Email[] = []

  return {
    db: pools.api,
    edgeDb: pools.edge,
    shipDb: pools.ship,
    databaseUrl: postgres.url,
    saveRows: postgres.saveRows,
    accounts,
    listenerUrl: accounts.listener,
    clickhouse: clickhouse.client,
    clickhouseReader: clickhouse.reader,
    clickhouseWriter: clickhouse.writer,
    clickhouseUrl: clickhouse.url,
    emails,
    diskSpace: createDiskSpace({ folders: [] }),
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    hasPlans: true,
    mail: {
      send: async (email) => {
        reportWait('a mail server')
        emails.push(email)
      },
    },
    fetchPage: createGuardedFetch({ userAgent: 'test' }),
    fetchDestination: createGuardedFetch({ userAgent: 'test', maxRedirects: 0 }),
    fetchImage: createImageFetch({ userAgent: 'test' }),
    fetchIcon: createIconFetch({ userAgent: 'test' }),
    fetchFont: createFontFetch({ userAgent: 'test' }),
    // No name server listens at this address. A test that needs DNS passes its own `dns`.
    dns: createDnsQueries({ servers: ['127.0.0.1:9'] }),
    parseForeignFile: parseHere,
    origins: { app: 'http://app.test', public: 'http://go.test' },
    google: googleServer?.google ?? noGoogle,
    ...(googleServer && { googleServer }),
    ...replaced,
    async [Symbol.asyncDispose]() {
      await Promise.all([clickhouse[Symbol.asyncDispose](), postgres[Symbol.asyncDispose]()])
    },
  }
}
