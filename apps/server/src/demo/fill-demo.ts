// Creates an account with sixty links, a store, and ninety days of clicks, page views and earnings. It uses the pages
// and the API that a user has, and a real edge. Only the clocks of the API and the edge are set back.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatPageAddress, type Link, type Organization, parseAddedAtMs } from '@linkshelf/contract'
import type { Config } from '../config.ts'
import { openEdge } from '../edge/index.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { openLog, silentLog } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { getDatabaseUrl, getListenerUrl } from '../processes/stores.ts'
import { type Account, fetchAccessToken } from './account.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { type BackdatedApi, openBackdatedApi } from './backdated-api.ts'
import { collectSoldClicks, createEarnings, type SoldClick } from './demo-earnings.ts'
import { computeAgeInDays, createDemoLinkDrafts } from './demo-links.ts'
import { createStore, type DemoStore } from './demo-store.ts'
import { type EdgeVisit, openEdgeVisits } from './edge-visits.ts'
import { type ReplayedLink, replayDays } from './replay-days.ts'
import { type ReplayedStore, replayStore } from './replay-store.ts'
import { createRandom } from './visitors.ts'

const account: Account = { email: 'mia@linkshelf.example', password: 'a shelf of her own', fullName: 'Mia Reed' }
const days = 90
/** The default range of charts. The replayed days contain this range and two periods before it. */
const chartDays = 30
/** Must exceed the age of every link. */
const projectAgeDays = days + 2
const dayMs = 86_400_000

export interface DemoSummary {
  app_url: string
  links_url: string
  email: string
  password: string
  org_id: string
  project_id: string
  /** The key has full access. */
  api_key: string
  links: { url_id: string; url: string; target: string }[]
  clicks: number
  store_url: string
  products: number
  views: number
}

/** Creates everything that is missing. A demo that was interrupted continues where it stopped. */
export async function fillDemo(config: Config): Promise<DemoSummary> {
  report('Creating the account of Mia Reed.')
  const token = await fetchAccessToken(config.appUrl, account)
  const api = createApiClient(config.appUrl, token)
  const [organization] = await api.organizations.list()
  if (organization === undefined) throw new StartError('The account of Mia Reed has no organization. Please delete the account first.')
  await setPlan(config, organization.id)

  await using backdated = openBackdatedApi(config, token, openLog('demo', 'warn'))
  const params = { orgId: organization.id, projectId: await getOrCreateProject(backdated, api, organization) }
  const links = await createLinks(backdated, api, params)
  const earlier = await countTraffic(api, params)
  // While another process encodes the pictures, one at a time, the clicks of links are replayed.
  const creating = createStore(api, params, links)
  const [shop, replayed] = await Promise.all([creating, replayMissing(config, links, creating, earlier)])
  const expected = { clicks: earlier.clicks + replayed.clicks, views: earlier.views + replayed.views }
  await waitUntilShipped(api, params, expected)
  report('Importing reports of earnings.')
  await createEarnings(api, params, replayed.sold, createRandom(13))

  return {
    app_url: config.appUrl,
    links_url: config.linksUrl,
    email: account.email,
    password: account.password,
    org_id: params.orgId,
    project_id: params.projectId,
    api_key: await createApiKey(api, params),
    links: links.map(({ url_id, url, target }) => ({ url_id, url, target })),
    clicks: expected.clicks,
    store_url: shop.store.store_linkshelf_url,
    products: shop.products.length,
    views: expected.views,
  }
}

async function setPlan(config: Config, organizationId: string): Promise<void> {
  const db = openPostgres(getDatabaseUrl(config, 'api'), { size: 1 })
  try {
    await setOrganizationSettings({ db, clock: systemClock, ids: systemIds, log: silentLog, hasPlans: config.hasPlans }, organizationId, [
      'package=Pro',
      `dashboard_days=${chartDays}`,
    ])
  } finally {
    await db.destroy()
  }
}

const apiKeyName = 'Demo'

/** Creates an API key. A stored key can't be read again, so the key of an earlier demo is revoked. */
async function createApiKey(api: ApiClient, { orgId }: ProjectParams): Promise<string> {
  const earlier = (await api.apiKeys.list({ params: { orgId } })).filter(({ name }) => name === apiKeyName)
  for (const { id: keyId } of earlier) await api.apiKeys.revoke({ params: { orgId, keyId } })
  return (await api.apiKeys.create({ params: { orgId }, body: { name: apiKeyName } })).key
}

type ProjectParams = { orgId: string; projectId: string }

/**
 * Returns the id of the demo's project. The project of a sign-up is new, so its numbers have no earlier period. Unless
 * an earlier demo has filled it, this function replaces it with a project that was created before all links.
 */
async function getOrCreateProject(backdated: BackdatedApi, api: ApiClient, { id: orgId, projects }: Organization): Promise<string> {
  const now = Date.now()
  const present = projects.find(({ id, link_count }) => link_count > 0 || parseAddedAtMs(id) < now - days * dayMs)
  if (present !== undefined) return present.id
  backdated.setTime(now - projectAgeDays * dayMs)
  const { id } = await backdated.api.projects.create({
    params: { orgId },
    body: { name: 'My links', description: 'Links of this organization' },
  })
  for (const project of projects) await api.projects.delete({ params: { orgId, projectId: project.id } })
  return id
}

/** Creates the missing links, each at its own time in the past, the oldest first. */
async function createLinks(backdated: BackdatedApi, api: ApiClient, params: ProjectParams): Promise<Link[]> {
  const drafts = createDemoLinkDrafts().map((draft, rank) => ({ draft, age: computeAgeInDays(rank, days) }))
  const { body: links } = await api.links.list({ params, query: { limit: 100 } })
  const missing = drafts.filter(({ draft }) => !links.some((link) => link.target === draft.target))
  if (missing.length > 0) {
    report(`Creating ${missing.length} links.`)
    for (const { draft, age } of missing.sort((one, other) => other.age - one.age)) {
      backdated.setTime(Date.now() - age * dayMs)
      links.push(await backdated.api.links.create({ params, body: draft }))
    }
  }
  return drafts.flatMap(({ draft }) => links.find((link) => link.target === draft.target) ?? [])
}

/** Clicks and page views of visitors who are not bots. */
interface Traffic {
  clicks: number
  views: number
}

async function countTraffic(api: ApiClient, params: ProjectParams): Promise<Traffic> {
  const { clicksAllTime: clicks } = await api.analytics.overview({ params, query: {} })
  const { views } = await api.analytics.store({ params, query: { from: formatDayBefore(days + 1), to: formatDayBefore(-1) } })
  return { clicks, views }
}

function formatDayBefore(count: number): string {
  return new Date(Date.now() - count * dayMs).toISOString().slice(0, 10)
}

/** The recorded traffic, and the clicks that led to a sale. */
interface ReplayedTraffic extends Traffic {
  sold: readonly SoldClick[]
}

/**
 * If no clicks are recorded, replays the visits of links. If no page views are recorded, waits until the store is
 * created, and replays the visits of the store.
 */
async function replayMissing(config: Config, links: Link[], creating: Promise<DemoStore>, earlier: Traffic): Promise<ReplayedTraffic> {
  const recorded: ReplayedTraffic = { clicks: 0, views: 0, sold: [] }
  if (earlier.clicks > 0 && earlier.views > 0) return recorded
  const db = openPostgres(getDatabaseUrl(config, 'edge'), { size: 2 })
  const until = Date.now()
  let time = until
  let send: EdgeVisit = () => Promise.reject(new Error('The edge is not open yet'))
  const sold = collectSoldClicks(systemIds, (...visit) => send(...visit), createRandom(5))
  const edge = await openEdge({
    host: '127.0.0.1',
    port: 0,
    publicOrigin: config.linksUrl,
    durability: 'process',
    journalsFolder: join(config.dataFolder, 'journal'),
    db,
    listenerUrl: getListenerUrl(config, 'edge'),
    trustedProxies: ['127.0.0.1'],
    clock: { now: () => new Date(time) },
    ids: sold.ids,
    log: openLog('demo', 'warn'),
  })
  try {
    using visits = openEdgeVisits(edge.port, (at) => {
      time = at
    })
    send = visits.visit
    const replay = { days, until, visit: sold.visit }
    if (earlier.clicks === 0) {
      report(`Replaying ${days} days of clicks.`)
      recorded.clicks += await replayDays({ ...replay, links: links.map(toReplayedLink), random: createRandom(7) })
    }
    if (earlier.views === 0) {
      const shop = await creating
      report(`Replaying ${days} days of visits of the store.`)
      const { views, clicks } = await replayStore({ ...replay, store: toReplayedStore(shop, links), random: createRandom(11) })
      recorded.views += views
      recorded.clicks += clicks
    }
  } finally {
    await edge.close()
    await db.destroy()
  }
  return { ...recorded, sold: sold.clicks }
}

function toReplayedLink({ url, created_at }: Link): ReplayedLink {
  return { path: new URL(url).pathname, createdAt: Date.parse(created_at) }
}

function toReplayedStore({ store, products }: DemoStore, links: readonly Link[]): ReplayedStore {
  const { pathname: path } = new URL(store.store_linkshelf_url)
  const replayed = products.flatMap(({ product_id: productId, slug, categories, urls }, rank) => {
    const link = links.find(({ url_id }) => url_id === urls[0])
    if (link === undefined) return []
    const { path: linkPath, createdAt } = toReplayedLink(link)
    return [
      {
        productId,
        path: formatPageAddress(path, slug),
        categoryPath: `${path}/c/${categories[0]}`,
        linkPath,
        createdAt,
        weight: 1 / (rank + 2),
      },
    ]
  })
  return { path, products: replayed }
}

async function waitUntilShipped(api: ApiClient, params: ProjectParams, { clicks, views }: Traffic): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(250)) {
    const shipped = await countTraffic(api, params)
    if (shipped.clicks >= clicks && shipped.views >= views) return
  }
  throw new StartError(
    `Not all of the ${clicks} clicks and ${views} page views are shipped yet. They are safe in the journal; try again later.`,
  )
}

function report(progress: string): void {
  process.stderr.write(`${progress}\n`)
}
