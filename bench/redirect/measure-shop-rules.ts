import pg from 'pg'
import { percentile } from '../measure.ts'
import { generateLoad, type Load, type LoadResult } from './generate-load.ts'
import type { Server } from './servers.ts'

/** The same link to Amazon in two projects: one sends visitors to their own marketplace, the other every visitor to the pasted page. */
const slugs = { without: 'shops-off', with: 'shops-on' } as const

export interface ShopRuleCosts {
  without: LoadResult[]
  with: LoadResult[]
  /** Of the median CPU time of a redirect: 0.03 is three percent more with rules. */
  extraCpu: number
}

/** Works as the owner of the tables. */
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
        [slug, JSON.stringify(settingsOf(kind === 'with' ? 'search' : 'off'))],
      )
  } finally {
    await owner.end()
  }
}

function settingsOf(country_routing: string): object {
  return { trackingId: 'mia-20', defaultMarket: 'com', market_tags: { de: 'mia-21', 'co.uk': 'mia-21', fr: 'mia-21' }, country_routing }
}

/** In turns, because the speed of a machine changes within minutes. */
export async function measureShopRules(
  server: Server,
  load: Load,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<ShopRuleCosts> {
  const results: Pick<ShopRuleCosts, 'without' | 'with'> = { without: [], with: [] }
  for (let round = -1; round < rounds; round += 1)
    for (const kind of ['without', 'with'] as const) {
      const result = await generateLoad(server, { ...load, path: `/${slugs[kind]}` }, seconds)
      if (round >= 0) results[kind].push(result) // the first round is until the code is optimized
    }
  return { ...results, extraCpu: medianCpu(results.with) / medianCpu(results.without) - 1 }
}

function medianCpu(results: readonly LoadResult[]): number {
  return percentile(
    results.map(({ cpuMicroseconds }) => cpuMicroseconds),
    0.5,
  )
}
