import { toBreakdownName, toCountryName, type Visitor } from '@linkshelf/contract'
import { DeviceIcon } from '../../../ui/device-icon.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { type Column, restrictSorting } from '../../../ui/tables/data-table-columns.ts'
import { LoadMore, type LoadMorePages } from '../../../ui/tables/load-more.tsx'
import classes from './visitor-table.module.css'

interface VisitorTableProps {
  /** Undefined while the visitors load. */
  visitors: readonly Visitor[] | undefined
  /** True if more visitors can be loaded. */
  hasMore: boolean
  pages: LoadMorePages
  /** True while the visitors are the result of an earlier query. */
  isStale: boolean
}

/** A table of visitors, latest first. It can be sorted once all visitors are loaded. */
export function VisitorTable({ visitors, hasMore, pages, isStale }: VisitorTableProps) {
  const columns = createVisitorColumns(useMinute())
  return (
    <DataTable
      label="Visitors"
      columns={hasMore ? restrictSorting(columns, []) : columns}
      rows={visitors}
      rowKey={({ id }) => id}
      isStale={isStale}
      foot={(entries) => <LoadMore pages={pages} {...entries} />}
      empty={<p className={classes.empty}>No visitors in this period.</p>}
    />
  )
}

function createVisitorColumns(nowMs: number): Column<Visitor>[] {
  return [
    {
      id: 'first',
      header: 'First visit',
      cell: ({ firstAt }) => <FirstVisit firstAt={firstAt} nowMs={nowMs} />,
      sortValue: ({ firstAt }) => firstAt,
      className: classes.first,
    },
    {
      id: 'location',
      header: 'Location',
      cell: (visitor) => <Location names={listLocationNames(visitor)} />,
      sortValue: (visitor) => listLocationNames(visitor).toReversed().join(', '),
      isUnknown: (visitor) => listLocationNames(visitor).length === 0,
      className: classes.location,
    },
    {
      id: 'device',
      header: 'Device',
      cell: ({ device }) => (
        <span>
          <DeviceIcon kind={device} />
          {toBreakdownName('device', { name: device })}
        </span>
      ),
      sortValue: ({ device }) => toBreakdownName('device', { name: device }),
      className: classes.device,
    },
    {
      id: 'browser',
      header: 'Browser',
      cell: ({ browser }) => toBreakdownName('browser', { name: browser }),
      sortValue: ({ browser }) => toBreakdownName('browser', { name: browser }),
      isUnknown: ({ browser }) => browser === '',
      className: classes.browser,
    },
    {
      id: 'os',
      header: 'System',
      cell: ({ os }) => toBreakdownName('os', { name: os }),
      sortValue: ({ os }) => toBreakdownName('os', { name: os }),
      isUnknown: ({ os }) => os === '',
      className: classes.system,
    },
    {
      id: 'views',
      header: 'Views',
      cell: ({ views }) => (
        <>
          {formatNumber(views)}
          <span className={classes.unit}> {views === 1 ? 'view' : 'views'}</span>
        </>
      ),
      isNumber: true,
      sortValue: ({ views }) => views,
      title: ({ views }) => formatCount(views, 'view'),
      className: classes.views,
    },
  ]
}

function FirstVisit({ firstAt, nowMs }: { firstAt: string; nowMs: number }) {
  const exact = formatInstant(firstAt)
  return (
    <time dateTime={firstAt} title={exact}>
      {formatTimeAgo(firstAt, nowMs)}
      <small>{exact}</small>
    </time>
  )
}

function Location({ names: [nearest, ...containing] }: { names: readonly string[] }) {
  return (
    <>
      {nearest ?? toBreakdownName('country', { name: '' })}
      {containing.length > 0 && <small>{containing.join(', ')}</small>}
    </>
  )
}

/**
 * Returns the location of a visitor, nearest name first and without repetition: Berlin, Germany. Empty if the location
 * is unknown.
 */
export function listLocationNames({ city, subdivision1, country }: Pick<Visitor, 'city' | 'subdivision1' | 'country'>): string[] {
  const names = [city, subdivision1, country === '' ? '' : toCountryName(country)]
  return [...new Set(names)].filter((name) => name !== '')
}
