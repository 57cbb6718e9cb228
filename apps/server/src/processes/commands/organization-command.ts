import { type LimitName, limitNames, toEntitlements } from '@linkshelf/contract'
import { countRateLimitUse, type OrganizationContext, read } from '../../access/index.ts'
import { getClickUsage } from '../../analytics/index.ts'
import { countApiRequests } from '../../api-keys/index.ts'
import type { Config } from '../../config.ts'
import { countDomains } from '../../domains/index.ts'
import { selectLinkCounts } from '../../links/index.ts'
import { getCommandContext, setOrganizationSettings } from '../../organizations/index.ts'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { sumStoredBytes } from '../../storage/index.ts'
import { recordCommandPackage } from '../../subscriptions/index.ts'
import { findStores, getClickHouseUrl, getDatabaseUrl } from '../stores.ts'

/**
 * Without settings, prints each limit of an organization with its use. With settings, sets its package and features, or
 * raises limits. Uses the databases of the instance that runs on this data folder, or else the databases of
 * DATABASE_URL and CLICKHOUSE_URL.
 */
export async function runOrganizationCommand(config: Config, log: Log, [id, ...settings]: string[]): Promise<void> {
  if (id === undefined) throw new StartError("Give the organization's id, and settings such as package=Pro or linksPerProject=600.")
  const running = await findStores(config.dataFolder)
  await using stack = new AsyncDisposableStack()
  const db = stack.adopt(openPostgres(running?.databaseAccounts.api ?? getDatabaseUrl(config, 'api'), { size: 1 }), (opened) =>
    opened.destroy(),
  )
  const deps = { db, clock: systemClock, ids: systemIds, log, hasPlans: config.hasPlans }
  if (settings.length > 0) {
    await setOrganizationSettings({ ...deps, recordPackage: recordCommandPackage }, id, settings)
    return
  }

  const ctx = await getCommandContext(deps, id)
  const clickhouseUrl = running?.clickhouseAccounts.reader ?? getClickHouseUrl(config, 'reader')
  const clickhouse = stack.adopt(openClickHouse(clickhouseUrl, { log }), (opened) => opened.close())
  process.stdout.write(formatLimits(ctx, await readUses(ctx, clickhouse)))
}

type ReadUse = (ctx: OrganizationContext, clickhouse: ClickHouse) => Promise<number>

/**
 * The functions that read the use of each limit. Null if only the api processes count the use, or if the limit can't be
 * used up.
 */
const readers: Record<LimitName, ReadUse | null> = {
  linksPerProject: (ctx) => read(ctx, async (tx) => Math.max(0, ...(await selectLinkCounts(tx, [ctx.organization.id])).values())),
  clicksPerMonth: async (ctx, clickhouse) => (await getClickUsage({ clickhouse }, ctx)).used,
  apiRequestsPerMonth: (ctx) => read(ctx, (tx) => countApiRequests(tx, ctx.organization.id, ctx.now)),
  domains: (ctx) => read(ctx, async (tx) => (await countDomains(tx, ctx.organization.id)).total),
  uploadBytes: (ctx) => read(ctx, (tx) => sumStoredBytes(tx, ctx, 'pictures')),
  importBytes: (ctx) => read(ctx, (tx) => sumStoredBytes(tx, ctx, 'imports')),
  archiveBytes: (ctx) => read(ctx, (tx) => sumStoredBytes(tx, ctx, 'archives')),
  exportBytes: (ctx) => read(ctx, (tx) => sumStoredBytes(tx, ctx, 'exports')),
  storedBytes: (ctx) => read(ctx, (tx) => sumStoredBytes(tx, ctx, 'total')),
  historyDays: null,
  writes: null,
  projects: (ctx) => read(ctx, (tx) => countRateLimitUse(tx, ctx, 'projects')),
  chosenSlugs: (ctx) => read(ctx, (tx) => countRateLimitUse(tx, ctx, 'chosenSlugs')),
  storeNames: (ctx) => read(ctx, (tx) => countRateLimitUse(tx, ctx, 'storeNames')),
  invitations: (ctx) => read(ctx, (tx) => countRateLimitUse(tx, ctx, 'invitations')),
}

async function readUses(ctx: OrganizationContext, clickhouse: ClickHouse): Promise<Map<LimitName, number>> {
  const uses = new Map<LimitName, number>()
  for (const name of limitNames) {
    const use = await readers[name]?.(ctx, clickhouse)
    if (use !== undefined) uses.set(name, use)
  }
  return uses
}

/** Returns a line for each limit. If the limit was raised, the line also has the limit of the package. */
function formatLimits({ organization, entitlements }: OrganizationContext, uses: ReadonlyMap<LimitName, number>): string {
  const limits = { ...entitlements, ...entitlements.rateLimits }
  const withoutRaised = toEntitlements({ ...organization, raised_limits: {} })
  const ofPackage = { ...withoutRaised, ...withoutRaised.rateLimits }
  const lines = limitNames.map((name) => {
    const use = uses.get(name)?.toLocaleString('en') ?? '-'
    const raised = limits[name] > ofPackage[name] ? `  raised from ${ofPackage[name].toLocaleString('en')}` : ''
    return `${name.padEnd(24)}${use.padStart(16)} of ${limits[name].toLocaleString('en').padStart(16)}${raised}`
  })
  const title = organization.has_plans ? organization.package : `${organization.package}, which limits nothing with PLANS=off`
  return `${title}\n${lines.join('\n')}\n`
}
