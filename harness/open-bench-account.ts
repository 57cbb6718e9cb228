import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { Organization, Project } from '@linkshelf/contract'
import { openApi } from '../apps/server/src/api/api.ts'
import { prepareClickHouse } from '../apps/server/src/databases/database.ts'
import { fetchAccessToken } from '../apps/server/src/demo/account.ts'
import { type ApiClient, createApiClient } from '../apps/server/src/demo/api-client.ts'
import { openClickHouse } from '../apps/server/src/platform/clickhouse/clickhouse.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import type { Deps } from '../apps/server/src/platform/deps.ts'
import { createDiskSpace } from '../apps/server/src/platform/disk-space.ts'
import { createDnsQueries } from '../apps/server/src/platform/http/dns-queries.ts'
import { createGuardedFetch } from '../apps/server/src/platform/http/guarded-fetch.ts'
import { systemIds } from '../apps/server/src/platform/ids.ts'
import { openPostgres } from '../apps/server/src/platform/postgres/postgres.ts'
import { parseInChild } from '../apps/server/src/platform/process/confined/parse-in-child.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { silentLog } from '../apps/server/src/platform/process/log.ts'
import type { Google } from '../apps/server/src/youtube-channels/index.ts'
import type { BenchPostgres } from './open-bench-postgres.ts'

/** A URL that is never requested. It is for benches without clicks. */
const noClickHouse = 'http://127.0.0.1:9/default'

export type BenchDeps = Deps & { close(): Promise<unknown> }

/** Returns the dependencies of a process that connects to PostgreSQL with this URL. */
export function createBenchDeps(databaseUrl: string, { app = 'http://app.example', clickhouseUrl = noClickHouse } = {}): BenchDeps {
  const fetchPage = createGuardedFetch({ userAgent: 'bench' })
  const clickhouse = openClickHouse(clickhouseUrl)
  const db = openPostgres(databaseUrl)
  return {
    db,
    clickhouse,
    clickhouseWriter: clickhouse,
    diskSpace: createDiskSpace({ folders: [] }),
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    hasPlans: true,
    mail: { send: async () => undefined },
    fetchPage,
    fetchDestination: fetchPage,
    fetchImage: fetchPage,
    fetchIcon: fetchPage,
    fetchFont: fetchPage,
    dns: createDnsQueries({ servers: ['127.0.0.1:9'] }),
    parseForeignFile: parseInChild,
    origins: { app, public: 'http://go.example' },
    close: () => Promise.all([db.destroy(), clickhouse.close()]),
  }
}

export interface BenchAccount extends AsyncDisposable {
  deps: Deps
  /** The origin of the API. */
  app: string
  token: string
  /** Returns a new access token, because an access token expires after some minutes. */
  renewToken(): Promise<string>
  client: ApiClient
  organization: Organization
  project: Project
}

/**
 * Opens the real API over HTTP in this process, and an account with an organization and a project. If the URL of a
 * ClickHouse is given, its tables are created.
 */
export async function openBenchAccount(
  { accounts }: Pick<BenchPostgres, 'accounts'>,
  clickhouseUrl?: string,
  google?: Google,
  clickhouseCluster?: string,
): Promise<BenchAccount> {
  if (clickhouseUrl !== undefined)
    await prepareClickHouse({ databaseUrl: accounts.api, clickhouseUrl }, { clickRetentionMonths: 13, clickhouseCluster })
  const port = await findFreePort()
  const app = `http://localhost:${port}`
  const deps = createBenchDeps(accounts.api, { app, ...(clickhouseUrl !== undefined && { clickhouseUrl }) })
  const api = await openApi({
    deps,
    listenerUrl: accounts.listener,
    identitySecrets: [randomBytes(32)],
    host: '127.0.0.1',
    port,
    trustedProxies: [],
    dashboardFolder: tmpdir(),
    ...(google && { google }),
  })
  const renewToken = () =>
    fetchAccessToken(app, { email: 'bench@people.example', password: 'otters like cold water', fullName: 'Mia Reed' })
  const token = await renewToken()
  const client = createApiClient(app, token)
  const [organization] = await client.organizations.list()
  const project = organization?.projects[0]
  if (organization === undefined || project === undefined) throw new Error('A new account has a project')
  return {
    deps,
    app,
    token,
    renewToken,
    client,
    organization,
    project,
    async [Symbol.asyncDispose]() {
      await api.close()
      await deps.close()
    },
  }
}
