import { formatMoney, type UnmatchedSale, unmatchedReasonTexts } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { formatDay } from '../../ui/formats/dates.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import { type EarningsRange, unmatchedSalesQuery } from './earnings-queries.ts'
import { toRetailerName } from './report-names.ts'
import classes from './unmatched-sales-card.module.css'

interface UnmatchedSalesCardProps {
  scope: ProjectScope
  range: EarningsRange
}

/** The sales without a link, latest first. Each sale says why no link was found. */
export function UnmatchedSalesCard({ scope, range }: UnmatchedSalesCardProps) {
  const sales = useInfiniteQuery(unmatchedSalesQuery(scope, range))
  const renderCard = (rows?: readonly UnmatchedSale[]) => (
    <Card p={0}>
      <div className={classes.head}>
        <Title order={2}>Sales without a link</Title>
        <Text size="sm" c="dimmed">
          Reasons are from the time of the import. After you add or change links, undo the import and import the file again.
        </Text>
      </div>
      <DataTable
        label="Sales without a link"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isStale={sales.isPlaceholderData}
        foot={(entries) => <LoadMore pages={sales} {...entries} />}
        empty={<p className={classes.empty}>Every sale in this period has a link.</p>}
      />
    </Card>
  )
  return (
    <QueryBoundary query={sales} loading={renderCard()} error="The sales without a link could not be loaded">
      {({ pages }) => renderCard(pages.flatMap(({ body }) => body))}
    </QueryBoundary>
  )
}

const columns: Column<UnmatchedSale>[] = [
  {
    id: 'item',
    header: 'Product',
    className: classes.item ?? '',
    isUnknown: ({ item_id, item_name }) => item_id === null && item_name === null,
    cell: ({ item_id, item_name, retailer }) => (
      <>
        {item_name ?? item_id ?? 'No product'}
        <small>{[toRetailerName(retailer), item_name !== null && item_id].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
  {
    id: 'tag',
    header: 'Tag',
    className: classes.tag ?? '',
    isUnknown: ({ tracking_id }) => tracking_id === null,
    cell: ({ tracking_id }) => tracking_id ?? '–',
  },
  { id: 'day', header: 'Day', className: classes.day ?? '', cell: ({ date }) => formatDay(date) },
  {
    id: 'earned',
    header: 'Earned',
    isNumber: true,
    className: classes.earned ?? '',
    cell: ({ earned, currency }) => formatMoney(earned, currency),
  },
  {
    id: 'reason',
    header: 'Why',
    className: classes.reason ?? '',
    isUnknown: ({ reason }) => reason === null,
    cell: ({ reason }) => (reason === null ? 'Being matched to your links' : unmatchedReasonTexts[reason]),
  },
]
