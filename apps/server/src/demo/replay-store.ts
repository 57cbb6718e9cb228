import { toSourceQuery } from '@linkshelf/contract'
import type { EdgeVisit } from './edge-visits.ts'
import { chooseVisitCount } from './replay-days.ts'
import { chooseWeighted, createVisitors, type Random, type Visitor } from './visitors.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const visitsPerHour = 3

export interface ReplayedStore {
  path: string
  products: ReplayedProduct[]
}

export interface ReplayedProduct {
  productId: string
  path: string
  categoryPath: string
  linkPath: string
  /** When the product's link was created, in milliseconds since 1970. The product is not shown before this time. */
  createdAt: number
  /** How often the product is viewed, relative to other products. */
  weight: number
}

export interface StoreReplay {
  store: ReplayedStore
  days: number
  /** The end of the last day, in milliseconds since 1970. */
  until: number
  random: Random
  visit: EdgeVisit
}

interface Counts {
  views: number
  clicks: number
}

/**
 * Replays the store's visits on the past days: views of lists and products, and clicks on their buttons. Returns the
 * views and clicks of visitors who are not bots.
 */
export async function replayStore({ store, days, until, random, visit }: StoreReplay): Promise<Counts> {
  const nextVisitor = createVisitors(random)
  const total: Counts = { views: 0, clicks: 0 }
  for (let hour = until - days * dayMs; hour < until - hourMs; hour += hourMs) {
    const shown = store.products.filter(({ createdAt }) => createdAt <= hour)
    if (shown.length === 0) continue
    const times = Array.from({ length: chooseVisitCount(hour, visitsPerHour, random) }, () => hour + Math.floor(random() * hourMs))
    for (const at of times.sort((one, other) => one - other)) {
      const visitor = nextVisitor(at)
      const { views, clicks } = await replayVisitor({ at, visitor, shown, store, random, visit })
      if (visitor.isBot) continue
      total.views += views
      total.clicks += clicks
    }
  }
  return total
}

interface VisitorReplay extends Pick<StoreReplay, 'store' | 'random' | 'visit'> {
  at: number
  visitor: Visitor
  shown: readonly ReplayedProduct[]
}

/**
 * Replays one visitor. At first, the visitor sees the store or a category, except if a link leads directly to a
 * product. After that, the visitor may open a product, and may click a button.
 */
async function replayVisitor({ at, visitor: { headers }, shown, store, random, visit }: VisitorReplay): Promise<Counts> {
  const counts: Counts = { views: 0, clicks: 0 }
  const product = chooseWeighted(
    shown.map((each) => [each.weight, each] as const),
    random,
  )
  let now = at
  const view = async (path: string) => {
    if ((await visit(now, path, headers)) === 200) counts.views += 1
    now += 4_000 + Math.floor(random() * 40_000)
  }
  const click = async (page: 'store' | 'category' | 'product') => {
    const path = `${product.linkPath}?${toSourceQuery({ page, productId: product.productId })}`
    if ((await visit(now, path, headers)) === 302) counts.clicks += 1
  }

  const start = random()
  const list = start < 0.62 ? 'store' : 'category'
  if (start < 0.84) await view(list === 'store' ? store.path : product.categoryPath)
  if (start < 0.84 && random() < 0.55) {
    if (random() < 0.3) await click(list)
    return counts
  }
  await view(product.path)
  if (random() < 0.42) await click('product')
  return counts
}
