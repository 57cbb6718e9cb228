import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { computePercentile } from '../measure.ts'
import { generateLoad, type Load, type LoadResult } from './generate-load.ts'
import type { Server } from './servers.ts'

const pairsUntilOptimized = 4

/**
 * Two projects have the same link to Amazon. With rules, visitors are sent to their own marketplace. Without rules,
 * every visitor is sent to the pasted page.
 */
const slugs = { without: 'shops-off', with: 'shops-on' } as const

export interface ShopRuleCosts {
  without: LoadResult[]
  with: LoadResult[]
  /**
   * How much more CPU time a redirect takes with rules, as the median over all pairs of turns. For example, 0.03 is
   * three percent more.
   */
  extraCpu: number
}

/** Inserts the links of both projects. Connects as the owner of the tables. */
export async function fillShopLinks(databaseUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    for (const [kind, slug] of Object.entries(slugs))
      await owner.query(
        `with organization as (insert into organizations (id, name) values (gen_random_uuid(), 'Bench') returning id),
           project as (insert into projects (id, organization_id, name, description) select gen_random_uuid(), id, 'Bench', '' from organization returning id, organization_id),
           integration as (
             insert into integrations (organization_id, project_id, retailer, account_id, settings, updated_at)
             select organization_id, id, 'amazon', 'mia-20', $2::jsonb, now() from project
           )
         insert into links (id, organization_id, project_id, slug, target, title, is_pending, created_at)
         select gen_random_uuid(), organization_id, id, $1, 'https://www.amazon.com/dp/B07FZ8S74R', 'Brass lamp', false, now() from project`,
        [slug, JSON.stringify(toSettings(kind === 'with' ? 'search' : 'off'))],
      )
  } finally {
    await owner.end()
  }
}

function toSettings(country_routing: string): object {
  return { trackingId: 'mia-20', defaultMarket: 'com', market_tags: { de: 'mia-21', 'co.uk': 'mia-21', fr: 'mia-21' }, country_routing }
}

/**
 * Measures in pairs of short turns, because the speed of a machine changes within seconds. The order within a pair
 * alternates from pair to pair. The first pairs are not measured, so that the code is optimized. The pairs begin when
 * the edge has its country table, because before that it reads whole records of the city database.
 */
export async function measureShopRules(server: Server, load: Load, pairs: number): Promise<ShopRuleCosts> {
  const results = { without: [] as LoadResult[], with: [] as LoadResult[] }
  const kinds = ['without', 'with'] as const
  for (const kind of kinds) await generateLoad(server, { ...load, path: `/${slugs[kind]}` }, 1)
  await waitUntilWithoutChildren(server.pid)
  for (let pair = -pairsUntilOptimized; pair < pairs; pair += 1)
    for (const kind of pair % 2 === 0 ? kinds : kinds.toReversed()) {
      const result = await generateLoad(server, { ...load, path: `/${slugs[kind]}` }, 1)
      if (pair >= 0) results[kind].push(result)
    }
  const ratios = results.with.map((result, nth) => result.cpuMicroseconds / (results.without[nth]?.cpuMicroseconds ?? Number.NaN))
  return { ...results, extraCpu: computePercentile(ratios, 0.5) - 1 }
}

/** Waits until the edge has no child process. A child process reduces the edge's geoip database to a country table. */
async function waitUntilWithoutChildren(pid: number): Promise<void> {
  while (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') !== '') await sleep(100)
}
