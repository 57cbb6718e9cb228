// Fills an instance, running or not, with an account, sixty links and ninety days of clicks: through the pages and the API a person would use,
// and through a real edge. The past is made by setting back the clocks of calls and edge.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Link } from '@linkshelf/contract'
import { type Config, readConfig } from '../config.ts'
import { openEdge } from '../edge/index.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { findAddresses } from '../platform/process/data-directory-lock.ts'
import { openLog } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { databaseUrlOf } from '../processes/open-deps.ts'
import { startEverything } from '../processes/start-everything.ts'
import { type Account, accessTokenOf } from './account.ts'
import { type ApiClient, makeApiClient } from './api-client.ts'
import { ageInDays, demoLinkDrafts } from './demo-links.ts'
import { openPastApi } from './past-api.ts'
import { replayDays } from './replay-days.ts'
import { drawFrom } from './visitors.ts'

const account: Account = { email: 'mia@linkshelf.example', password: 'a shelf of her own', fullName: 'Mia Reed' }
const days = 90
const dayMs = 86_400_000

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))
const wantsJson = process.argv.includes('--json')

try {
  const config = readConfig(process.env)
  const isRunning = (await findAddresses(config.dataFolder)) !== undefined
  const started = isRunning ? undefined : await startEverything(config, mainFile, openLog('demo', 'warn'))
  try {
    const filled = await fill({ ...config, ...(await findAddresses(config.dataFolder)) })
    process.stdout.write(wantsJson ? `${JSON.stringify(filled)}\n` : told(filled, isRunning))
  } finally {
    await started?.stop()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

interface Filled {
  app_url: string
  links_url: string
  email: string
  password: string
  org_id: string
  project_id: string
  links: { url_id: string; url: string; target: string }[]
  clicks: number
}

async function fill(config: Config): Promise<Filled> {
  const databaseUrl = databaseUrlOf(config)
  say('Opening the account of Mia Reed.')
  const token = await accessTokenOf(config.appUrl, account)
  const api = makeApiClient(config.appUrl, token)
  const [organization] = await api.organizations.list()
  const params = { orgId: organization?.id ?? '', projectId: organization?.projects[0]?.id ?? '' }
  await setPlan(databaseUrl, params.orgId)

  const links = await makeLinks(config, token, api, params)
  const earlier = (await api.analytics.overview({ params, query: {} })).totalClicks
  const clicks = earlier > 0 ? earlier : await replay(config, databaseUrl, links)
  await untilShipped(api, params, clicks)

  const shown = links.map(({ url_id, url, target }) => ({ url_id, url, target }))
  const { email, password } = account
  return {
    app_url: config.appUrl,
    links_url: config.linksUrl,
    email,
    password,
    org_id: params.orgId,
    project_id: params.projectId,
    links: shown,
    clicks,
  }
}

async function setPlan(databaseUrl: string, organizationId: string): Promise<void> {
  const db = openPostgres(databaseUrl, 'linkshelf_app', { size: 1 })
  try {
    await setOrganizationSettings({ db, clock: systemClock, ids: systemIds }, organizationId, ['package=Pro', `dashboard_days=${days}`])
  } finally {
    await db.destroy()
  }
}

type ProjectParams = { orgId: string; projectId: string }

/** Only what is not there yet: a demo that was cut short goes on where it stopped. Each is made at its own moment of the past, the oldest first. */
async function makeLinks(config: Config, token: string, api: ApiClient, params: ProjectParams): Promise<Link[]> {
  const drafts = demoLinkDrafts().map((draft, place) => ({ draft, age: ageInDays(place, days) }))
  const { body: held } = await api.links.list({ params, query: { limit: 100 } })
  const missing = drafts.filter(({ draft }) => !held.some((link) => link.target === draft.target))
  if (missing.length > 0) {
    say(`Making ${missing.length} links.`)
    await using past = openPastApi(config, token, openLog('demo', 'warn'))
    for (const { draft, age } of missing.sort((one, other) => other.age - one.age)) {
      past.setTime(Date.now() - age * dayMs)
      held.push(await past.api.links.create({ params, body: draft }))
    }
  }
  return drafts.flatMap(({ draft }) => held.find((link) => link.target === draft.target) ?? [])
}

async function replay(config: Config, databaseUrl: string, made: Link[]): Promise<number> {
  say(`Following them for ${days} days.`)
  const db = openPostgres(databaseUrl, 'linkshelf_edge', { size: 2 })
  let time = Date.now()
  const edge = await openEdge({
    host: '127.0.0.1',
    port: 0,
    publicOrigin: config.linksUrl,
    durability: 'process',
    journalsFolder: join(config.dataFolder, 'journal'),
    db,
    databaseUrl,
    trustedProxies: ['127.0.0.1'],
    clock: { now: () => new Date(time) },
    ids: systemIds,
    log: openLog('demo', 'warn'),
  })
  try {
    const setTime = (millis: number) => {
      time = millis
    }
    const links = made.map(({ url, created_at }) => ({ path: new URL(url).pathname, madeAt: Date.parse(created_at) }))
    return await replayDays({ links, days, until: Date.now(), draw: drawFrom(7), port: edge.port, setTime })
  } finally {
    await edge.close()
    await db.destroy()
  }
}

async function untilShipped(api: ApiClient, params: ProjectParams, clicks: number): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(250)) {
    if ((await api.analytics.overview({ params, query: {} })).totalClicks >= clicks) return
  }
  throw new StartError(`Not all of ${clicks} clicks have reached the store yet. They are safe in the journal; look again in a while.`)
}

function told({ app_url, email, password, links, clicks }: Filled, isRunning: boolean): string {
  const where = isRunning ? `Sign in at ${app_url}` : `Run \`npm start\` and sign in at ${app_url}`
  return `\n  ${links.length} links and ${clicks.toLocaleString('en')} clicks are there.\n\n  ${where}\n  E-mail    ${email}\n  Password  ${password}\n\n`
}

function say(words: string): void {
  process.stderr.write(`${words}\n`)
}
