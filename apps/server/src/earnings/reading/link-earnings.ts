import { type EarningRatesDraft, findMainCurrency, type LinkId } from '@linkshelf/contract'
import { read } from '../../access/index.ts'
import { parseRequestedRange } from '../../analytics/index.ts'
import { compareByValue, type LinkEarnings, type SortedLink } from '../../links/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { selectRates } from '../rates.ts'
import { selectSumsBy } from './earnings-query.ts'
import { extendToFirstSale } from './extend-to-first-sale.ts'
import { convertAmounts } from './get-earnings.ts'

/** Creates the earnings by which a list of links is sorted. */
export function createLinkEarnings(deps: ClickDeps): LinkEarnings {
  return {
    async openEarned(ctx, days) {
      const query = await extendToFirstSale(deps, ctx, { ...days, bots: 'exclude' })
      const { dates } = await parseRequestedRange(deps, ctx, query)
      const [from, to] = [dates.at(0), dates.at(-1)]
      const links =
        from === undefined || to === undefined
          ? []
          : await read(ctx, async (tx) => {
              const filter = { days: { from, to, timeZone: query.tz }, conditions: { properties: [] } }
              return toSortedLinks(await selectSumsBy(tx, ctx.project.id, 'link', filter), await selectRates(tx, ctx.project.id))
            })
      const valueById = new Map(links.map(({ id, value }) => [id, value]))
      return {
        list: async ({ after, limit }) =>
          (after === undefined ? links : links.filter((link) => compareByValue(after, link) < 0)).slice(0, limit),
        find: async (ids) => new Map(ids.flatMap((id) => (valueById.has(id) ? [[id, valueById.get(id) ?? 0] as const] : []))),
      }
    },
  }
}

interface LinkAmount {
  /** Null for sales without a link. */
  id: string | null
  currency: string
  earned: number
}

/** Returns the links with earnings, the highest value first. A link whose returns exceed its sales has no value. */
function toSortedLinks(sums: readonly LinkAmount[], rates: EarningRatesDraft | undefined): SortedLink[] {
  const ofLinks = sums.filter(({ id }) => id !== null)
  const compared = rates ?? { currency: findMainCurrency(ofLinks) ?? '', rates: [] }
  return [...Map.groupBy(ofLinks, ({ id }) => id as LinkId)]
    .map(([id, amounts]) => ({ id, value: toSortValue(amounts, compared) }))
    .filter(({ value }) => value > 0)
    .sort(compareByValue)
}

/**
 * Returns a link's earnings in the compared currency, in minor units. If all earnings are in currencies without a rate,
 * returns a value between zero and one minor unit. So the link comes after the links with compared earnings, and before
 * the links without earnings.
 */
function toSortValue(amounts: readonly LinkAmount[], compared: EarningRatesDraft): number {
  const { earned, missing } = convertAmounts(amounts, compared)
  if (earned !== 0 || missing.length === 0) return Math.max(0, earned)
  const highest = Math.max(0, ...amounts.map((amount) => amount.earned))
  return highest / (highest + 1)
}
