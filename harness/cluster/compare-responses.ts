// Compares the responses of the API on one server with its responses on a cluster. The embedded engine has the data of
// `npm run demo`, the cluster has the same clicks, and both use one PostgreSQL database.
import { randomBytes } from 'node:crypto'
import { apiPath, type BreakdownKind, breakdownKinds } from '@linkshelf/contract'
import pg from 'pg'
import { updateDailyRollups } from '../../apps/server/src/analytics/index.ts'
import { createCallHandler } from '../../apps/server/src/api/api-calls.ts'
import { prepareClickHouse } from '../../apps/server/src/databases/database.ts'
import { type ClickHouse, openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { toOnClusterClause } from '../../apps/server/src/platform/clickhouse/clickhouse-cluster.ts'
import { openLog } from '../../apps/server/src/platform/process/log.ts'
import { verifyUserId } from '../../apps/server/test/call-api.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { createBenchDeps } from '../open-bench-account.ts'
import { openBenchPostgres } from '../open-bench-postgres.ts'
import { createDemo } from '../open-demo-instance.ts'
import { openFreshSettings } from '../run-linkshelf.ts'
import { addBusyDays, compareDerivedTables, copyClicks, copyToProject } from './copy-clicks.ts'
import { listReadingCalls, listRequests, type ReadingCall, type Subject } from './dashboard-requests.ts'

/**
 * `projectId` is the project of the demo. `otherId` is a project on the other shard, with the same clicks and no links.
 */
interface Projects {
  orgId: string
  projectId: string
  otherId: string
}

interface ApiResponse {
  status: number
  body: Buffer
  cursor: string | null
}

interface Api {
  get(path: string): Promise<ApiResponse>
  send(method: string, path: string, body?: object): Promise<ApiResponse>
}

/**
 * Creates a database on the cluster, compares the responses, prints the differences and drops the database. Returns
 * true if no response differs.
 */
export async function compareResponses(url: string, cluster: string): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const { environment, dataFolder } = opened.use(await openFreshSettings())
  const demo = await createDemo(environment)
  const postgres = opened.use(await openBenchPostgres(dataFolder))
  const engine = opened.adopt(await startEngineProcess(dataFolder), (one) => one.stop())
  const clusterUrl = replaceLogin(url, { database: `linkshelf_compared_${randomBytes(4).toString('hex')}` })
  const [oneServer, shards] = [engine.url, clusterUrl].map((each) => opened.adopt(openClickHouse(each), (client) => client.close()))
  if (oneServer === undefined || shards === undefined) throw new Error('There are two addresses')
  opened.defer(() => dropDatabase(clusterUrl, cluster))
  await prepareClickHouse(
    { databaseUrl: postgres.url, clickhouseUrl: clusterUrl },
    { clickRetentionMonths: 13, clickhouseCluster: cluster },
  )

  const now = new Date()
  const openDeps = (clickhouseUrl: string) => {
    const deps = opened.adopt(createBenchDeps(postgres.accounts.api, { clickhouseUrl }), async (one) => void (await one.close()))
    // The response for an internal error does not name the error, so it is logged.
    return { ...deps, clock: { now: () => now }, log: openLog('compare', 'error') }
  }
  const userId = await findUser(postgres.url, demo.email)
  const apis = [engine.readerUrl, clusterUrl].map((each) => openApi(openDeps(each), userId)) as [Api, Api]
  const projects = { orgId: demo.org_id, projectId: demo.project_id, otherId: await createOtherProject(apis[0], oneServer, demo) }
  const linkIds = demo.links.map(({ url_id }) => url_id)
  await addBusyDays(oneServer, linkIds[0] ?? '')
  await copyToProject(oneServer, projects.projectId, projects.otherId)
  await copyClicks(oneServer, shards)
  for (const clickhouseUrl of [engine.url, clusterUrl]) await updateDailyRollups(openDeps(clickhouseUrl), 365)

  const { tables, different } = await compareDerivedTables(oneServer, shards)
  const calls = await listReadingCalls()
  const compared = {
    requests: 0,
    ofClicks: 0,
    different,
    unread: new Set(calls.flatMap((call) => (call.readsClicks ? call.name : []))),
  }
  const [subject, other, deleted] = await listSubjects(apis[0], projects, linkIds, now)
  const readingClicks = calls.filter((call) => call.readsClicks)
  await compareRequests(apis, calls, subject, compared)
  await compareRequests(apis, readingClicks, other, compared)
  // Deletes clicks and compares the requests again, because a pending deletion changes every query of its project.
  await apis[0].send('DELETE', `/v1/${projects.orgId}/projects/${projects.projectId}/analytics/urls/${linkIds[0]}`)
  await compareRequests(apis, readingClicks, deleted, compared)

  for (const name of compared.unread) different.push(`${name}: no request had a response with numbers`)
  process.stdout.write(
    `${tables} tables that views and jobs fill, and ${compared.requests} requests of ${calls.length} calls were compared, ` +
      `${compared.ofClicks} of them with numbers of clicks: ${different.length} differ.\n`,
  )
  for (const one of different.slice(0, maxShown)) process.stdout.write(`  ${one}\n`)
  return different.length === 0
}

const maxShown = 20

async function dropDatabase(url: string, cluster: string): Promise<void> {
  const client = openClickHouse(replaceLogin(url, { database: 'default' }))
  await client.command({
    query: `DROP DATABASE IF EXISTS ${new URL(url.split(',', 1).join()).pathname.slice(1)}${toOnClusterClause(cluster)} SYNC`,
  })
  await client.close()
}

/** Opens the API as the given user. */
function openApi(deps: ReturnType<typeof createBenchDeps>, userId: string): Api {
  const handle = createCallHandler(deps)
  const send = async (method: string, path: string, body?: object): Promise<ApiResponse> => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const request = new Request(new URL(path, deps.origins.app), { method, ...init })
    const context = { authorization: `Bearer ${userId}`, verifyToken: verifyUserId, requestId: 'compared', address: '203.0.113.7' }
    const response = (await handle(request, context)) ?? new Response(null, { status: 404 })
    const received = Buffer.from(await response.arrayBuffer())
    return { status: response.status, body: received, cursor: response.headers.get('x-next-cursor') }
  }
  return { send, get: (path) => send('GET', path) }
}

async function findUser(databaseUrl: string, email: string): Promise<string> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  const { rows } = await owner.query<{ id: string }>('select id from users where email = $1', [email])
  await owner.end()
  return rows[0]?.id ?? ''
}

/** Creates projects until a project is on the other shard. The cluster has two shards. */
async function createOtherProject(
  api: Api,
  clickhouse: ClickHouse,
  { org_id: orgId, project_id: projectId }: { org_id: string; project_id: string },
): Promise<string> {
  for (;;) {
    const { status, body } = await api.send('POST', `/v1/${orgId}/projects`, { name: 'Other', description: 'On the other shard' })
    if (status !== 201) throw new Error(`No project was created: ${body}`)
    const { id } = JSON.parse(String(body))
    const result = await clickhouse.query({
      query: 'SELECT sipHash64({one:UUID}) % 2 != sipHash64({other:UUID}) % 2 AS differs',
      query_params: { one: projectId, other: id },
      format: 'JSONEachRow',
    })
    if ((await result.json<{ differs: number }>())[0]?.differs) return id
  }
}

/**
 * Returns three subjects, whose requests are compared: the demo's project, the project on the other shard, and the
 * demo's project with fewer conditions. The third subject is compared during a pending deletion.
 */
async function listSubjects(
  api: Api,
  { orgId, projectId, otherId }: Projects,
  linkIds: readonly string[],
  now: Date,
): Promise<[Subject, Subject, Subject]> {
  const inProject = `${apiPath}/${orgId}/projects/${projectId}`
  const read = async (path: string) => JSON.parse(String((await api.get(`${inProject}/${path}`)).body))
  const [store] = await read('stores')
  const products: { product_id: string }[] = await read('products')
  const [category] = await read('categories')
  const [report] = await read('earnings/imports')
  const findCommonName = async (by: BreakdownKind): Promise<string> => (await read(`analytics/breakdown?by=${by}`)).at(0)?.name ?? ''
  const productIds = products.map(({ product_id }) => product_id)
  const values = {
    ...Object.fromEntries(await Promise.all(breakdownKinds.map(async (kind) => [kind, [await findCommonName(kind)]]))),
    limit: ['3'],
    search: ['desk'],
    label: ['Desk'],
    category: [category.category_id],
    url_id: [linkIds[0] ?? '', linkIds[30] ?? ''],
    url_ids: [linkIds.slice(0, 20).join()],
    product_ids: [productIds.join()],
    slugs: ['desk'],
  }
  const ids = {
    orgId,
    urlId: linkIds[0] ?? '',
    productId: productIds[0] ?? '',
    storeId: store.store_id,
    categoryId: category.category_id,
    earningsImportId: report.import_id,
  }
  const toDay = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const ranges: Subject['ranges'] = [
    {},
    { range: 'all' },
    { from: toDay(0), to: toDay(0) },
    { from: toDay(1), to: toDay(0) },
    { from: toDay(40), to: toDay(33), tz: 'Asia/Kolkata' },
    { from: toDay(89), to: toDay(0), tz: 'America/New_York', bots: 'include' },
    { range: 'all', tz: 'Asia/Kolkata', bots: 'only' },
  ]
  const { country, url_id, url_ids, product_ids } = values
  return [
    { ids: { ...ids, projectId }, values, ranges },
    { ids: { orgId, projectId: otherId }, values: { country }, ranges },
    { ids: { ...ids, projectId }, values: { country, url_id, url_ids, product_ids }, ranges },
  ]
}

interface Compared {
  requests: number
  /** The number of responses that contain numbers of clicks. */
  ofClicks: number
  different: string[]
  /** Names of the calls that read clicks and have no compared response yet. */
  unread: Set<string>
}

async function compareRequests(
  apis: readonly [Api, Api],
  calls: readonly ReadingCall[],
  subject: Subject,
  compared: Compared,
): Promise<void> {
  for (const call of calls)
    for (const request of listRequests(call, subject)) {
      const answers = await comparePages(apis, request, compared.different)
      compared.requests += answers.length
      if (!call.readsClicks) continue
      const counted = answers.filter(({ status }) => status === 200).length
      compared.ofClicks += counted
      if (counted > 0) compared.unread.delete(call.name)
    }
}

const maxPages = 3

/**
 * Requests all pages of a list from both APIs. Returns the responses of the single server. Adds each response that
 * differs on the cluster to `different`.
 */
async function comparePages([one, other]: readonly [Api, Api], request: string, different: string[]): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = []
  let path = request
  while (answers.length < maxPages) {
    const [answer, fromCluster] = await Promise.all([one.get(path), other.get(path)])
    answers.push(answer)
    const [text, otherText] = [describe(answer), describe(fromCluster)]
    if (text !== otherText) different.push(`GET ${path}\n    one server: ${shorten(text)}\n    cluster:    ${shorten(otherText)}`)
    if (answer.cursor === null) break
    path = `${request}&cursor=${encodeURIComponent(answer.cursor)}`
  }
  return answers
}

function describe({ status, body, cursor }: ApiResponse): string {
  return `${status} ${body.toString('latin1')} ${cursor ?? ''}`
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
