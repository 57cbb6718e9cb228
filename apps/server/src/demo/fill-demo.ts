// An account with sixty links and ninety days of clicks, made through the pages and the API that a user has, and through a real edge. Only the clocks of the
// API and the edge are set back.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Link } from '@linkshelf/contract'
import type { Config } from '../config.ts'
import { openEdge } from '../edge/index.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { openLog, silentLog } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { databaseUrlOf, listenerUrlOf } from '../processes/stores.ts'
import { type Account, accessTokenOf } from './account.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { openBackdatedApi } from './backdated-api.ts'
import { ageInDays, demoLinkDrafts } from './demo-links.ts'
import { replayDays } from './replay-days.ts'
import { randomFrom } from './visitors.ts'

const account: Account = { email: 'mia@linkshelf.example', password: 'a shelf of her own', fullName: 'Mia Reed' }
const days = 90
const dayMs = 86_400_000

export interface DemoSummary {
  app_url: string
  links_url: string
  email: string
  password: string
  org_id: string
  project_id: string
  links: { url_id: string; url: string; target: string }[]
  clicks: number
}

/** Creates what is missing: a demo that was interrupted continues where it stopped. */
export async function fillDemo(config: Config): Promise<DemoSummary> {
  report('Creating the account of Mia Reed.')
  const token = await accessTokenOf(config.appUrl, account)
  const api = createApiClient(config.appUrl, token)
  const [organization] = await api.organizations.list()
  const params = { orgId: organization?.id ?? '', projectId: organization?.projects[0]?.id ?? '' }
  await setPlan(config, params.orgId)

  const links = await createLinks(config, token, api, params)
  const earlierClicks = (await api.analytics.overview({ params, query: {} })).totalClicks
  const clicks = earlierClicks > 0 ? earlierClicks : await replayClicks(config, links)
  await waitUntilShipped(api, params, clicks)

  return {
    app_url: config.appUrl,
    links_url: config.linksUrl,
    email: account.email,
    password: account.password,
    org_id: params.orgId,
    project_id: params.projectId,
    links: links.map(({ url_id, url, target }) => ({ url_id, url, target })),
    clicks,
  }
}

async function setPlan(config: Config, organizationId: string): Promise<void> {
  const db = openPostgres(databaseUrlOf(config, 'api'), { size: 1 })
  try {
    await setOrganizationSettings({ db, clock: systemClock, ids: systemIds, log: silentLog }, organizationId, [
      'package=Pro',
      `dashboard_days=${days}`,
    ])
  } finally {
    await db.destroy()
  }
}

type ProjectParams = { orgId: string; projectId: string }

/** Creates the missing links, each at its own time in the past, the oldest first. */
async function createLinks(config: Config, token: string, api: ApiClient, params: ProjectParams): Promise<Link[]> {
  const drafts = demoLinkDrafts().map((draft, rank) => ({ draft, age: ageInDays(rank, days) }))
  const { body: links } = await api.links.list({ params, query: { limit: 100 } })
  const missing = drafts.filter(({ draft }) => !links.some((link) => link.target === draft.target))
  if (missing.length > 0) {
    report(`Creating ${missing.length} links.`)
    await using backdated = openBackdatedApi(config, token, openLog('demo', 'warn'))
    for (const { draft, age } of missing.sort((one, other) => other.age - one.age)) {
      backdated.setTime(Date.now() - age * dayMs)
      links.push(await backdated.api.links.create({ params, body: draft }))
    }
  }
  return drafts.flatMap(({ draft }) => links.find((link) => link.target === draft.target) ?? [])
}

/** Returns the number of clicks. */
async function replayClicks(config: Config, created: Link[]): Promise<number> {
  report(`Replaying ${days} days of clicks.`)
  const db = openPostgres(databaseUrlOf(config, 'edge'), { size: 2 })
  let time = Date.now()
  const edge = await openEdge({
    host: '127.0.0.1',
    port: 0,
    publicOrigin: config.linksUrl,
    durability: 'process',
    journalsFolder: join(config.dataFolder, 'journal'),
    db,
    listenerUrl: listenerUrlOf(config, 'edge'),
    trustedProxies: ['127.0.0.1'],
    clock: { now: () => new Date(time) },
    ids: systemIds,
    log: openLog('demo', 'warn'),
  })
  try {
    const setTime = (at: number) => {
      time = at
    }
    const links = created.map(({ url, created_at }) => ({ path: new URL(url).pathname, createdAt: Date.parse(created_at) }))
    return await replayDays({ links, days, until: Date.now(), random: randomFrom(7), port: edge.port, setTime })
  } finally {
    await edge.close()
    await db.destroy()
  }
}

async function waitUntilShipped(api: ApiClient, params: ProjectParams, clicks: number): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(250)) {
    if ((await api.analytics.overview({ params, query: {} })).totalClicks >= clicks) return
  }
  throw new StartError(`Not all of the ${clicks} clicks are shipped yet. They are safe in the journal; try again later.`)
}

function report(progress: string): void {
  process.stderr.write(`${progress}\n`)
}
