import { countCurrencyDecimals, type EarningsQuery, unmatchedReasonTexts } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { getOverview, parseRequestedConditions } from '../../analytics/index.ts'
import { findLinks } from '../../links/index.ts'
import { type Cell, type CsvFile, toCsvFile, toKebabCase } from '../../platform/csv/csv-file.ts'
import type { ClickDeps, CoreDeps, OriginDeps } from '../../platform/deps.ts'
import { getProjectName } from '../../projects/index.ts'
import { type SaleFilter, type SalePosition, type SaleRow, selectSales } from './earnings-query.ts'
import { extendToFirstSale } from './extend-to-first-sale.ts'

const columns = [
  'date',
  'retailer',
  'kind',
  'status',
  'direct_or_indirect',
  'item_id',
  'item',
  'tracking_id',
  'sub_id',
  'quantity',
  'shipped_items_of_order',
  'currency',
  'earned',
  'reversed',
  'sales',
  'joined_by',
  'link',
  'unmatched_reason',
]

const salesPerPage = 1_000

/**
 * Returns every transaction in the range as a CSV file, oldest first. The transactions are read page by page. Throws
 * the same errors as `getEarnings`.
 */
export async function exportEarnings(
  deps: ClickDeps & CoreDeps & OriginDeps,
  ctx: ProjectContext,
  requested: EarningsQuery,
): Promise<CsvFile> {
  const query = await extendToFirstSale(deps, ctx, requested)
  const [{ clicksByDay }, conditions] = await Promise.all([getOverview(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const [first, last] = [clicksByDay.at(0), clicksByDay.at(-1)]
  const filter = first && last && { days: { from: first.date, to: last.date, timeZone: query.tz }, conditions }
  const name = [toKebabCase(await getProjectName(ctx)), 'earnings', ...(filter ? [filter.days.from, 'to', filter.days.to] : [])]
  return toCsvFile({ columns, pages: readSalePages(deps, ctx, filter) }, `${name.filter(Boolean).join('-')}.csv`, deps.log)
}

async function* readSalePages(deps: OriginDeps, ctx: ProjectContext, filter: SaleFilter | undefined): AsyncGenerator<Cell[][], void, void> {
  let after: SalePosition | undefined
  do {
    const sales =
      filter === undefined ? [] : await read(ctx, (tx) => selectSales(tx, ctx.project.id, filter, { after, limit: salesPerPage }))
    const linkIds = sales.flatMap(({ link_id }) => link_id ?? [])
    const links = linkIds.length === 0 ? undefined : await findLinks(deps, ctx, [...new Set(linkIds)])
    yield sales.map((sale) => toCells(sale, (sale.link_id !== null && links?.get(sale.link_id)?.url) || null))
    after = sales.length < salesPerPage ? undefined : sales.at(-1)
  } while (after !== undefined)
}

/** Returns the cells in the order of `columns`. */
function toCells(sale: SaleRow, link: string | null): Cell[] {
  const toDecimal = (amount: number) => amount / 10 ** countCurrencyDecimals(sale.currency)
  return [
    sale.date,
    sale.network ?? sale.retailer,
    sale.kind,
    sale.status,
    sale.is_direct === null ? null : sale.is_direct ? 'direct' : 'indirect',
    sale.item_id,
    sale.item_name,
    sale.tracking_id,
    sale.sub_id,
    sale.quantity,
    sale.kind === 'order' ? sale.fulfilled_quantity : null,
    sale.currency,
    toDecimal(sale.amount),
    toDecimal(sale.reversed_amount),
    // An order is not a sale until it is shipped.
    sale.kind === 'order' ? null : toDecimal(sale.sale_amount),
    sale.method,
    link,
    sale.unmatched_reason && unmatchedReasonTexts[sale.unmatched_reason],
  ]
}
