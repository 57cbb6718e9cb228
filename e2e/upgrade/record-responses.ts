import { createHash } from 'node:crypto'
import type { ReleaseApi } from './run-release.ts'

export interface RecordedResponse {
  path: string
  status: number
  /** Parsed JSON, CSV as text, or the hash of an image. */
  body: unknown
}

const breakdowns = ['country', 'city', 'device', 'browser', 'os', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign']
const ranges = [
  '',
  'tz=Asia/Kolkata&bots=include',
  'tz=America/New_York&bots=only',
  `from=${daysAgo(60)}&to=${daysAgo(31)}`,
  `from=${daysAgo(9)}&to=${daysAgo(0)}&tz=Europe/Berlin`,
]

/** Calls that not every release has. Each is recorded if the release's OpenAPI document lists it. */
const laterCalls = [
  '/v1/{orgId}/domains',
  '/v1/{orgId}/invitations',
  '/v1/{orgId}/projects/{projectId}/link-report',
  '/v1/{orgId}/projects/{projectId}/link-report/links',
  '/v1/{orgId}/projects/{projectId}/link-views',
  '/v1/{orgId}/projects/{projectId}/utm-templates',
  '/v1/{orgId}/projects/{projectId}/urls/{urlId}/affiliation',
  '/v1/{orgId}/projects/{projectId}/urls/{urlId}/aliases',
  '/v1/{orgId}/projects/{projectId}/stores',
  '/v1/{orgId}/projects/{projectId}/stores/{storeId}/shops',
  '/v1/{orgId}/projects/{projectId}/categories',
  '/v1/{orgId}/projects/{projectId}/products',
  '/v1/{orgId}/projects/{projectId}/products/export',
  '/v1/{orgId}/projects/{projectId}/products/{productId}',
  '/v1/{orgId}/projects/{projectId}/integrations/amazon',
  '/v1/{orgId}/projects/{projectId}/integrations/ebay',
  '/v1/{orgId}/projects/{projectId}/integrations/aliexpress',
  '/v1/{orgId}/projects/{projectId}/youtube/channels',
  '/v1/{orgId}/projects/{projectId}/earnings/rates',
  '/v1/{orgId}/projects/{projectId}/earnings/imports',
  '/v1/{orgId}/projects/{projectId}/analytics/hours',
  '/v1/{orgId}/projects/{projectId}/analytics/reports',
  '/v1/{orgId}/projects/{projectId}/analytics/store',
  '/v1/{orgId}/projects/{projectId}/analytics/products/{productId}',
  '/v1/{orgId}/projects/{projectId}/analytics/earnings',
  '/v1/{orgId}/projects/{projectId}/analytics/store/earnings',
  '/v1/{orgId}/projects/{projectId}/analytics/urls/{urlId}/earnings',
  '/v1/{orgId}/projects/{projectId}/analytics/urls/{urlId}/addresses',
  '/v1/{orgId}/projects/{projectId}/analytics/products/{productId}/earnings',
]

/** Sends the requests of every screen for the demo's account, and returns the responses. */
export async function recordResponses(api: ReleaseApi): Promise<RecordedResponse[]> {
  const project = `/v1/${api.orgId}/projects/${api.projectId}`
  const listed = [...(await listIds(api, `${project}/urls?limit=100`)), ...(await listIds(api, `${project}/urls?limit=100&archived=true`))]
  const responses: RecordedResponse[] = []
  for (const path of [...listPaths(api.orgId, project, listed), ...(await listLaterPaths(api, project, listed[0]))]) {
    const response = await api.request('GET', path)
    responses.push({ path, status: response.status, body: await readBody(response) })
  }
  return responses
}

async function listIds(api: ReleaseApi, path: string): Promise<string[]> {
  return ((await (await api.request('GET', path)).json()) as { url_id: string }[]).map(({ url_id }) => url_id)
}

/** Returns the addresses of `laterCalls` that the release has, for the first store and the first products. */
async function listLaterPaths(api: ReleaseApi, project: string, urlId: string | undefined): Promise<string[]> {
  const document = await api.request('GET', '/v1/openapi.json').catch(() => undefined)
  if (document === undefined) return []
  const { paths } = (await document.json()) as { paths: Record<string, object> }
  const findId = async (path: string, name: string): Promise<string | undefined> => {
    const items = (await (await api.request('GET', `${project}/${path}`)).json()) as Record<string, string>[]
    return items[0]?.[name]
  }
  const ids: Record<string, string | undefined> = {
    orgId: api.orgId,
    projectId: api.projectId,
    urlId,
    storeId: await findId('stores', 'store_id'),
    productId: await findId('products', 'product_id'),
  }
  return laterCalls.flatMap((call) => {
    const path = call.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing')
    return call in paths && !path.includes('missing') ? [path] : []
  })
}

function listPaths(orgId: string, project: string, ids: readonly string[]): string[] {
  const analytics = `${project}/analytics`
  const some = ids.filter((_, nth) => nth % 9 === 0)
  return [
    '/v1/me',
    '/v1/organizations',
    `/v1/${orgId}/members`,
    `${project}/labels`,
    ...['limit=100', 'limit=7', 'archived=true', 'search=DESK', 'label=Favorites', 'label=Reading&limit=3'].map(
      (query) => `${project}/urls?${query}`,
    ),
    ...some.flatMap((id) => [`${project}/urls/${id}`, `${project}/urls/${id}/qr_code/config`, `${project}/urls/${id}/qr_code?format=svg`]),
    ...ranges.flatMap((range) => [
      `${analytics}/overview?${range}`,
      `${analytics}/dashboard?${range}`,
      `${analytics}/urls?url_ids=${ids.slice(0, 100).join(',')}&${range}`,
      ...some.slice(0, 4).flatMap((id) => [`${analytics}/urls/${id}?${range}`, `${analytics}/urls/${id}/dashboard?${range}`]),
      `${analytics}/urls/${ids[0]}/visitors?limit=40&${range}`,
    ]),
    ...breakdowns.flatMap((by) => ranges.slice(0, 3).map((range) => `${analytics}/breakdown?by=${by}&${range}`)),
    ...breakdowns.slice(0, 3).map((by) => `${analytics}/breakdown?by=${by}&url_id=${ids[0]}`),
    `${analytics}/export?of=overview`,
    `${analytics}/export?of=urls&bots=include`,
    `${analytics}/export?of=visitors&url_id=${ids[1]}`,
  ]
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return response.json()
  if (type.startsWith('text/csv')) return response.text()
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
