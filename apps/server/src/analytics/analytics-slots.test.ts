import { ClickHouseError } from '@clickhouse/client'
import { errorCatalog } from '@linkshelf/contract'
import { expect, it, vi } from 'vitest'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordLog } from '../../test/record-log.ts'
import { aRunningApi } from '../../test/running-api.ts'
import { createCallHandler } from '../api/api-calls.ts'
import { fetchAccessToken } from '../demo/account.ts'
import { createApiClient } from '../demo/api-client.ts'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { runQuery } from './queries/run-query.ts'

const waitForAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

it('ends the running and waiting queries of an aborted request, and answers another organization in the meantime', async () => {
  const { log, lines } = recordLog()
  await using api = await aRunningApi({}, { clicks: true, log })
  const [mia, noah] = [await anAccount(api.url, 'mia'), await anAccount(api.url, 'noah')]
  const { clickhouseReader } = api.deps
  const query = clickhouseReader.query.bind(clickhouseReader)
  // Mia's queries run until their connection closes, except the query that decides which days her plan shows.
  const ended: Promise<void>[] = []
  vi.spyOn(clickhouseReader, 'query').mockImplementation(async (params) => {
    const { abort_signal: signal, clickhouse_settings: settings } = params
    if (settings?.quota_key !== mia.organizationId || params.query.includes('toStartOfDay') || signal === undefined) return query(params)
    ended.push(waitForAbort(signal))
    await ended.at(-1)
    throw new Error('The user aborted a request.')
  })
  const leaving = new AbortController()
  const calls = Array.from({ length: 3 }, () => fetch(mia.overviewUrl, { headers: mia.headers, signal: leaving.signal }))
  while (ended.length < 2) await new Promise(setImmediate)

  expect((await fetch(noah.overviewUrl, { headers: noah.headers })).status).toBe(200)
  expect(ended).toHaveLength(2)
  leaving.abort()
  await Promise.allSettled(calls)
  await Promise.all(ended)
  // A query of a later request runs, so it has found a slot. No query of the aborted requests runs before it.
  const later = new AbortController()
  const last = fetch(mia.overviewUrl, { headers: mia.headers, signal: later.signal })
  while (ended.length < 4) await new Promise(setImmediate)
  later.abort()
  await Promise.allSettled([last])
  await Promise.all(ended)
  expect(ended).toHaveLength(4)
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

it('responds with 503 and a message if ClickHouse stops a query at its time limit', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const timeout = new ClickHouseError({ message: 'Timeout exceeded', code: '159', type: 'TIMEOUT_EXCEEDED' })
  const clickhouse = { query: () => Promise.reject(timeout) } as unknown as ClickHouse
  const { url_id: urlId } = await aLink(deps, ctx)
  const call = createApiCaller(deps, createCallHandler({ ...deps, clickhouse }))
  const slugPath = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/urls/${urlId}/slug`
  for (const path of [toOverviewPath(ctx.organization.id, ctx.project.id), slugPath]) {
    const response = await call(ctx, { method: 'GET', path })

    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'ANALYTICS_TIMEOUT', message: errorCatalog.ANALYTICS_TIMEOUT.message })
  }
})

it("responds with 429 and a time to retry if an organization's queue is full, and answers another organization immediately", async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const isMias = (settings: { quota_key?: string } | undefined) => settings?.quota_key === mia.organization.id
  const query: ClickHouse['query'] = (params) =>
    isMias(params.clickhouse_settings) ? new Promise(() => undefined) : deps.clickhouseReader.query(params)
  const clickhouse = Object.assign(Object.create(deps.clickhouseReader), { query }) as ClickHouse
  const waiting = new AbortController()
  const queries = Array.from({ length: 66 }, () => runQuery(clickhouse, { ...mia, signal: waiting.signal, deletions: [] }, 'SELECT 1', {}))
  const call = createApiCaller(deps, createCallHandler({ ...deps, clickhouse }))
  const fetchOverview = ({ organization, project, ...user }: typeof mia) =>
    call(user, { method: 'GET', path: toOverviewPath(organization.id, project.id) })

  const full = await fetchOverview(mia)
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await fetchOverview(noah)).status).toBe(200)
  waiting.abort(new Error('over'))
  await Promise.allSettled(queries.slice(2))
})

function toOverviewPath(organizationId: string, projectId: string): string {
  return `/v1/${organizationId}/projects/${projectId}/analytics/overview`
}

async function anAccount(url: string, name: string) {
  const token = await fetchAccessToken(url, { email: `${name}@people.test`, password: 'otters like cold water', fullName: name })
  const [organization] = await createApiClient(url, token).organizations.list()
  const project = organization?.projects[0]
  if (organization === undefined || project === undefined) throw new Error('A new account has a project')
  return {
    organizationId: organization.id,
    overviewUrl: `${url}${toOverviewPath(organization.id, project.id)}`,
    headers: { authorization: `Bearer ${token}` },
  }
}
