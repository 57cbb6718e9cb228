import { apiPath } from '@linkshelf/contract'
import pg from 'pg'
import { setOrganizationSettings } from '../../apps/server/src/organizations/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import type { BenchPostgres } from '../../harness/open-bench-postgres.ts'
import type { FilledProject } from './fill-clicks.ts'

export interface BenchApi extends AsyncDisposable {
  deps: Deps
  /** Calls a path under the project's analytics. Throws if the status is not 200. */
  get(project: FilledProject, call: string): Promise<unknown>
  /** Requests the health check, which runs no query. */
  callWithoutQuery(): Promise<unknown>
  /** Adds a project to the account. Its clicks are stored already. */
  addProject(project: FilledProject): Promise<void>
  /** Creates a link and returns its slug. */
  createLink(): Promise<string>
}

/** Opens the real API over HTTP, for one account with 90 days of history and full analytics. */
export async function openBenchApi(
  postgres: Pick<BenchPostgres, 'url' | 'accounts'>,
  clickhouseUrl: string,
  clickhouseCluster?: string,
): Promise<BenchApi> {
  const account = await openBenchAccount(postgres, clickhouseUrl, undefined, clickhouseCluster)
  const { app, deps, client, organization, project } = account
  let { token } = account
  await setOrganizationSettings(deps, organization.id, ['package=Business', 'dashboard_days=90'])

  return {
    deps,
    async get({ projectId }, call) {
      const address = `${app}${apiPath}/${organization.id}/projects/${projectId}/analytics/${call}`
      const request = () => fetch(address, { headers: { authorization: `Bearer ${token}` } })
      let response = await request()
      if (response.status === 401) {
        token = await account.renewToken()
        response = await request()
      }
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    callWithoutQuery: async () => (await fetch(`${app}/healthz`)).text(),
    addProject: (filled) => insertProject(postgres.url, organization.id, filled),
    async createLink() {
      const params = { orgId: organization.id, projectId: project.id }
      const link = await client.links.create({ params, body: { target: 'https://shop.example/lamp' } })
      return new URL(link.url).pathname.slice(1)
    },
    [Symbol.asyncDispose]: () => account[Symbol.asyncDispose](),
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
