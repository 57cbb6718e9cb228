import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { apiPath } from '@linkshelf/contract'
import pg from 'pg'
import { openApi } from '../../apps/server/src/api.ts'
import { prepareClickHouse } from '../../apps/server/src/database.ts'
import { accessTokenOf } from '../../apps/server/src/demo/account.ts'
import { createApiClient } from '../../apps/server/src/demo/api-client.ts'
import { setOrganizationSettings } from '../../apps/server/src/organizations/index.ts'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { createGuardedFetch } from '../../apps/server/src/platform/http/guarded-fetch.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'
import { openPostgres } from '../../apps/server/src/platform/postgres/postgres.ts'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { silentLog } from '../../apps/server/src/platform/process/log.ts'
import type { BenchPostgres } from '../open-bench-postgres.ts'
import type { FilledProject } from './fill-clicks.ts'

export interface BenchApi extends AsyncDisposable {
  deps: Deps
  /** Calls a path below the project's analytics; any status but 200 is an error. */
  get(project: FilledProject, call: string): Promise<unknown>
  /** Requests the health check. */
  callWithoutQuery(): Promise<unknown>
  /** Adds a project whose clicks are stored already to the account. */
  addProject(project: FilledProject): Promise<void>
  /** A new link, and the slug to follow it by. */
  createLink(): Promise<string>
}

/** The real API over HTTP, for one account with 90 days of history and full analytics. */
export async function openBenchApi({ url, accounts }: Pick<BenchPostgres, 'url' | 'accounts'>, clickhouseUrl: string): Promise<BenchApi> {
  await prepareClickHouse(clickhouseUrl, { clickRetentionMonths: 13, clickhouseCluster: undefined })
  const port = await findFreePort()
  const app = `http://localhost:${port}`
  const clickhouse = openClickHouse(clickhouseUrl)
  const deps: Deps = {
    db: openPostgres(accounts.api),
    clickhouse,
    clickhouseWriter: clickhouse,
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    mail: { send: async () => undefined },
    fetchPage: createGuardedFetch({ userAgent: 'bench' }),
    fetchDestination: createGuardedFetch({ userAgent: 'bench' }),
    fetchImage: createGuardedFetch({ userAgent: 'bench' }),
    fetchFont: createGuardedFetch({ userAgent: 'bench' }),
    origins: { app, public: 'http://go.example' },
  }
  const api = await openApi({
    deps,
    listenerUrl: accounts.listener,
    identitySecrets: [randomBytes(32)],
    host: '127.0.0.1',
    port,
    trustedProxies: [],
    instantSignUpsPerHour: 1,
    dashboardFolder: tmpdir(),
  })
  const token = await accessTokenOf(app, { email: 'bench@people.example', password: 'otters like cold water', fullName: 'Mia Reed' })
  const client = createApiClient(app, token)
  const [organization] = await client.organizations.list()
  const [own] = organization?.projects ?? []
  if (organization === undefined || own === undefined) throw new Error('A new account has a project')
  await setOrganizationSettings(deps, organization.id, ['package=Business', 'dashboard_days=90'])

  return {
    deps,
    async get({ projectId }, call) {
      const address = `${app}${apiPath}/${organization.id}/projects/${projectId}/analytics/${call}`
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    callWithoutQuery: async () => (await fetch(`${app}/healthz`)).text(),
    addProject: (project) => insertProject(url, organization.id, project),
    async createLink() {
      const params = { orgId: organization.id, projectId: own.id }
      const link = await client.links.create({ params, body: { target: 'https://shop.example/lamp' } })
      return new URL(link.url).pathname.slice(1)
    },
    async [Symbol.asyncDispose]() {
      await api.close()
      await Promise.all([deps.db.destroy(), deps.clickhouse.close()])
    },
  }
}

async function insertProject(databaseUrl: string, organizationId: string, { projectId, linkIds }: FilledProject): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query("insert into projects (id, organization_id, name, description) values ($1, $2, 'Filled', '')", [
      projectId,
      organizationId,
    ])
    await owner.query(
      `insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
       select id, $1, $2, left(md5(id::text), 12), 'https://shop.example/' || nth, false, now() - nth * interval '1 minute'
       from unnest($3::uuid[]) with ordinality as filled (id, nth)`,
      [organizationId, projectId, linkIds],
    )
    await owner.query('analyze links')
  } finally {
    await owner.end()
  }
}
