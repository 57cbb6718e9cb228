import { type BotFilter, type TopProduct, topProductsMax } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { botFilterLabels } from '../../../features/analytics/range/analytics-filter.ts'
import { formatClickThrough } from '../../../features/analytics/traffic/product-traffic-card.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { useRowSearch } from '../../../ui/tables/use-row-search.tsx'
import { hasScreen } from '../../screen-paths.ts'
import classes from '../analytics.module.css'

interface TopProductsTableProps {
  products: readonly TopProduct[]
  bots: BotFilter
}

export function TopProductsTable({ products, bots }: TopProductsTableProps) {
  const { found, text, field } = useRowSearch(products, {
    what: 'products',
    textOf: formatProductName,
    fewRows: 10,
    className: classes.search,
  })
  return (
    <Card p={0}>
      <div className={classes.head} data-wraps>
        <div>
          <Title order={2}>Products</Title>
          <Text size="sm" c="dimmed">
            {products.length === topProductsMax && `The ${topProductsMax} most clicked products. `}
            Views, page clicks and click-through are those of a product’s own page. All clicks include the buttons in lists.
          </Text>
        </div>
        {field}
      </div>
      <DataTable
        label="Products"
        columns={createProductColumns(bots)}
        rows={found}
        rowKey={({ product_id }) => product_id}
        rowLink={toProductLink}
        empty={
          <p className={classes.empty}>{text === '' ? 'No product was opened or clicked in this period.' : `No product like “${text}”.`}</p>
        }
      />
    </Card>
  )
}

function formatProductName({ name }: TopProduct): string {
  return name ?? 'Deleted product'
}

function createProductColumns(bots: BotFilter): Column<TopProduct>[] {
  const { unit, viewUnit } = botFilterLabels[bots]
  return [
    {
      id: 'name',
      header: 'Product',
      cell: formatProductName,
      isUnknown: ({ name }) => name === null,
      sortValue: ({ name }) => name ?? '',
    },
    createNumberColumn('views', viewUnit, ({ views }) => views),
    createNumberColumn('page-clicks', `Page ${unit.toLowerCase()}`, ({ page_clicks }) => page_clicks),
    {
      id: 'click-through',
      header: 'Click-through',
      cell: ({ click_through }) => formatClickThrough(click_through),
      isNumber: true,
      isUnknown: ({ click_through }) => click_through === null,
      sortValue: ({ click_through }) => click_through ?? -1,
      unit: () => 'click-through',
    },
    createNumberColumn('clicks', `All ${unit.toLowerCase()}`, ({ clicks }) => clicks),
  ]
}

function createNumberColumn(id: string, header: string, read: (product: TopProduct) => number): Column<TopProduct> {
  return { id, header, cell: (row) => formatNumber(read(row)), isNumber: true, sortValue: read, unit: () => header.toLowerCase() }
}

/** Returns the link of a row, which opens the product's form. Returns undefined if the product no longer exists. */
function toProductLink({ product_id, name }: TopProduct): { to: string } | undefined {
  const to = `/store/products/edit/${product_id}`
  return name !== null && hasScreen(to) ? { to } : undefined
}
