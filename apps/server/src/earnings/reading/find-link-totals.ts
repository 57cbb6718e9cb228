import type { EarningsTotals, LinkId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { selectDailySumsOfLinks } from './earnings-query.ts'
import { toCurrencyTotals } from './get-earnings.ts'

interface ClickedDays {
  /** Days in ascending order. */
  dates: readonly string[]
  links: readonly { url_id: string; clicks: readonly number[] }[]
}

/** Returns the earnings of links by link id, for the given days. Runs one query. Links without sales are omitted. */
export async function findLinkTotals(
  ctx: ProjectContext,
  timeZone: string,
  { dates, links }: ClickedDays,
): Promise<Map<string, EarningsTotals[]>> {
  const [from, to] = [dates.at(0), dates.at(-1)]
  if (from === undefined || to === undefined || links.length === 0) return new Map()
  const linkIds = links.map(({ url_id }) => url_id as LinkId)
  const sums = await read(ctx, (tx) => selectDailySumsOfLinks(tx, ctx.project.id, linkIds, { from, to, timeZone }))
  const sumsByLinkId = Map.groupBy(sums, ({ link_id }) => link_id)
  return new Map(
    links.flatMap(({ url_id: id, clicks }) => {
      const ofLink = sumsByLinkId.get(id as LinkId)
      return ofLink === undefined
        ? []
        : [
            [
              id,
              toCurrencyTotals(
                ofLink,
                dates.map((date, index) => ({ date, clicks: clicks[index] ?? 0 })),
              ),
            ],
          ]
    }),
  )
}
