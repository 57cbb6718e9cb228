import { type LinkTraffic, searchDebounceMs, searchMaxLength } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { IconChartDots, IconExternalLink } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { linksEarnedQuery, linksTrafficQuery } from '../../../features/analytics/analytics-queries.ts'
import { createEarnedColumn, type EarnedAmounts } from '../../../features/analytics/earned-column.tsx'
import { ExportButton } from '../../../features/analytics/export/export-button.tsx'
import { botFilterLabels, type ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { resetRangeAction } from '../../../features/analytics/range/range-picker.tsx'
import { countsWholeLinks } from '../../../features/analytics/use-links-earned.ts'
import { earningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { formatLinkName } from '../../../features/links/link-name.ts'
import { allLinksQuery, type LinkOrder } from '../../../features/links/link-queries.ts'
import { useUrlSearch } from '../../../ui/browser/use-url-search.ts'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { type Column, restrictSorting, type Sort } from '../../../ui/tables/data-table-columns.ts'
import { LoadMore } from '../../../ui/tables/load-more.tsx'
import classes from '../analytics.module.css'
import { TableSkeleton } from '../analytics-loading.tsx'
import { FilterByLink } from '../filter-by-link.tsx'
import { type LinkRow, linkColumns, toRowLink } from '../link-columns.tsx'

interface LinksTabProps {
  scope: ProjectScope
  query: ClicksQuery
}

/**
 * A link and its numbers. `traffic` is undefined while the numbers are loading, and null if they could not be loaded.
 */
interface LinkTrafficRow extends LinkRow {
  traffic: LinkTraffic | null | undefined
  earned: EarnedAmounts | undefined
}

/**
 * Shows links with their clicks and visitors in the selected range. A label or search term limits the links. The server
 * sorts the links until all of them are loaded. From then on, the table sorts them.
 */
export function LinksTab({ scope, query }: LinksTabProps) {
  const { search, typed, type, clear } = useUrlSearch({ maxLength: searchMaxLength, debounceMs: searchDebounceMs })
  const [sort, setSort] = useState<Sort>()
  const orders = listServerOrders(query)
  const order = sort && orders[sort.columnId]
  const links = useInfiniteQuery({
    ...allLinksQuery(scope, { search, label: query.label, urlId: query.url_id, order }),
    placeholderData: keepPreviousData,
  })
  // While another order loads, the rows and the pages of `links` still have the previous order.
  const hasMore = links.data?.pages.at(-1)?.next !== undefined
  const pages = links.data?.pages.map((page) => page.links).filter((page) => page.length > 0) ?? []
  // Each query returns the numbers of one page of links.
  const traffic = useQueries({
    queries: pages.map((page) =>
      linksTrafficQuery(
        scope,
        query,
        page.map(({ url_id }) => url_id),
      ),
    ),
  })
  const hasEarned = useHasEarned(scope, query)
  const earned = useQueries({
    queries: pages.map((page) => ({
      ...linksEarnedQuery(
        scope,
        query,
        page.map(({ url_id }) => url_id),
      ),
      enabled: hasEarned,
    })),
  })
  const rows = pages.flatMap((page, index): LinkTrafficRow[] => {
    const { data, isError } = traffic[index] ?? {}
    const trafficByLink = new Map(data?.map((one) => [one.url_id, one]))
    return page.map((link) => ({
      link,
      traffic: trafficByLink.get(link.url_id) ?? (isError ? null : undefined),
      earned: earned[index]?.data?.get(link.url_id),
    }))
  })

  const columns = [
    ...linkColumns,
    createNumberColumn('clicks', botFilterLabels[query.bots].unit, ({ clicks }) => clicks),
    createNumberColumn('visits', 'Visits', ({ visits }) => visits),
    ...(hasEarned ? [createEarnedColumn(rows, (row) => row.earned, classes.money)] : []),
  ]

  return (
    <QueryBoundary query={links} loading={<TableSkeleton />} error="Your links could not be loaded" planAction={resetRangeAction}>
      {() => (
        <Card p={0}>
          <div className={classes.head} data-wraps>
            <Title order={2}>Links</Title>
            <SearchField
              label="Search links"
              placeholder="Search titles, URLs and notes"
              className={classes.search}
              maxLength={searchMaxLength}
              typed={typed}
              onType={type}
              onClear={() => clear()}
            />
            <ExportButton scope={scope} query={{ ...query, table: 'urls' }} name="links" />
          </div>
          <DataTable
            label="Links"
            columns={hasMore ? restrictSorting(columns, Object.keys(orders)) : columns}
            sort={order && sort}
            onSort={hasMore ? (next) => setSort(next.columnId === sort?.columnId ? undefined : next) : undefined}
            isStale={links.isPlaceholderData}
            empty={<p className={classes.empty}>No link matches.</p>}
            rows={rows}
            rowKey={({ link }) => link.url_id}
            rowLink={toRowLink}
            actions={({ link }) => (
              <>
                <FilterByLink urlId={link.url_id} name={formatLinkName(link)} />
                <IconLink action="Open target" name={`of ${formatLinkName(link)}`} Icon={IconExternalLink} to={link.target} />
                <IconLink
                  action="Analytics"
                  name={`of ${formatLinkName(link)}`}
                  Icon={IconChartDots}
                  to={`/analytics/link/${link.url_id}`}
                />
              </>
            )}
            foot={(entries) => <LoadMore pages={links} {...entries} />}
          />
        </Card>
      )}
    </QueryBoundary>
  )
}

/**
 * Returns the orders that the server supports, by column id. The server's orders count all human clicks and all sales
 * of a link, so they are not available with conditions on clicks.
 */
function listServerOrders(query: ClicksQuery): Record<string, LinkOrder> {
  const { tz, from, to, bots } = query
  const isWhole = countsWholeLinks(query)
  return {
    link: { sort: 'name' },
    ...(isWhole && bots === 'exclude' && { clicks: { sort: 'clicks', tz, from, to } }),
    ...(isWhole && { earned: { sort: 'earned', tz, from, to } }),
  }
}

/** Returns whether any sale was made in the range. False while the earnings load. */
function useHasEarned(scope: ProjectScope, query: ClicksQuery): boolean {
  const { tz, from, to } = query
  const isWhole = countsWholeLinks(query)
  const { data } = useQuery({ ...earningsQuery(scope, { tz, from, to }), enabled: isWhole })
  return isWhole && data !== undefined && data.totals.length > 0
}

function createNumberColumn(id: string, header: string, read: (traffic: LinkTraffic) => number): Column<LinkTrafficRow> {
  return {
    id,
    header,
    cell: ({ traffic }) => {
      if (traffic === undefined) return <Skeleton height={16} width={40} ml="auto" />
      return traffic === null ? '–' : formatNumber(read(traffic))
    },
    isNumber: true,
    sortValue: ({ traffic }) => (traffic ? read(traffic) : -1),
    unit: () => header.toLowerCase(),
  }
}
