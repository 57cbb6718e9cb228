import { type BotFilter, type BreakdownKind, type BreakdownRow, breakdownLabels, toBreakdownName, toCountryName } from '@linkshelf/contract'
import { IconBrandYoutube } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount, formatNumber, formatPercent } from '../../../ui/formats/numbers.ts'
import { IconLink } from '../../../ui/icon-link.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { useRowSearch } from '../../../ui/tables/use-row-search.tsx'
import { breakdownLimit } from '../analytics-queries.ts'
import { toConditions, toFilterLink } from '../conditions/url-conditions.ts'
import { createEarnedColumn, type EarnedAmounts } from '../earned-column.tsx'
import { botFilterLabels, type ClicksQuery } from '../range/analytics-filter.ts'
import classes from './breakdown.module.css'

/** Loaded lazily, because its code contains the logos of forty sites, which other breakdowns do not show. */
const SourceIcon = createLazyComponent(() => import('./source-icon.tsx').then((module) => module.SourceIcon))

const shownAtFirst = 8

export interface BreakdownTableProps {
  by: BreakdownKind
  /** Undefined while the rows load. */
  rows: readonly BreakdownRow[] | undefined
  /** The amounts of each row, by its name. If undefined, the table has no column of earnings. */
  earned: ReadonlyMap<string, EarnedAmounts> | undefined
  query: ClicksQuery
  /** The number of clicks that is shown as 100%. Needed if the rows may not contain all clicks. */
  total?: number
  /** True while the rows are the result of an earlier query. */
  isStale: boolean
  /** Details that the user can open below a row. */
  details?: ((row: BreakdownRow) => { action: string; content: React.ReactNode } | undefined) | undefined
  /** Called with the name of the row under the pointer, and with undefined when the pointer leaves it. */
  onPoint?: (name: string | undefined) => void
}

/**
 * A breakdown as a table with a bar behind each row. A click on a row filters the whole screen by that row, or removes
 * that filter.
 */
export function BreakdownTable({ by, rows, earned, query, total = 0, isStale, details, onPoint }: BreakdownTableProps) {
  const clicks = rows?.map((row) => row.clicks) ?? []
  const base = Math.max(
    total,
    clicks.reduce((sum, count) => sum + count, 0),
  )
  const max = Math.max(1, ...clicks)
  const [params] = useSearchParams()

  function toRowLink(row: BreakdownRow): { to: string; title: string } | undefined {
    const conditions = toConditions(by, row)
    if (conditions === undefined) return undefined
    const { action, to } = toFilterLink(params, by, conditions)
    return { to, title: `${action} ${toBreakdownName(by, row)}` }
  }

  const { title, singular } = breakdownLabels[by]
  const { found, text, field } = useRowSearch(rows, {
    what: title.toLowerCase(),
    textOf: (row) => toSearchText(by, row),
    fewRows: shownAtFirst,
    className: classes.search,
  })

  return (
    <>
      {field}
      <DataTable
        label={title}
        columns={[
          ...createBreakdownColumns(by, query.bots, base),
          ...(earned ? [createEarnedColumn(rows ?? [], (row) => (row.is_other ? undefined : earned.get(row.name)), classes.earned)] : []),
        ]}
        rows={found}
        rowKey={({ name, country, is_other }) => `${name} ${country} ${is_other}`}
        layout="compact"
        rowLink={toRowLink}
        actions={by === 'video' ? renderVideoActions : undefined}
        details={details}
        isStale={isStale}
        bar={(row) => row.clicks / max}
        onPointRow={onPoint && ((row) => onPoint(row?.name))}
        shownAtFirst={shownAtFirst}
        showAllText={found?.length === breakdownLimit ? `Show the first ${formatNumber(breakdownLimit)}` : undefined}
        empty={
          <p className={classes.empty}>
            {text === ''
              ? 'No clicks in this period. Choose a longer date range to see more.'
              : `No ${singular.toLowerCase()} like “${text}”.`}
          </p>
        }
      />
    </>
  )
}

/**
 * Returns the text that the search field matches. It contains the shown name of the row, its stored name (such as a
 * country code), and the name of its country.
 */
function toSearchText(by: BreakdownKind, row: BreakdownRow): string {
  const country = row.country === undefined ? '' : toCountryName(row.country)
  return `${toBreakdownName(by, row)} ${row.name} ${country}`
}

/** Returns the columns of the table. `base` is the number of clicks that is shown as 100%. */
function createBreakdownColumns(by: BreakdownKind, bots: BotFilter, base: number): Column<BreakdownRow>[] {
  const hasCountry = by === 'city'
  return [
    {
      id: 'name',
      header: breakdownLabels[by].singular,
      cell: (row) => (
        <>
          {renderName(by, row)}
          {hasCountry && row.name !== '' && row.country && <span className={classes.country}> {toCountryName(row.country)}</span>}
        </>
      ),
      sortValue: (row) => toBreakdownName(by, row),
      isUnknown: ({ name, is_other, title }) => name === '' && !is_other && title === undefined,
      className: classes.name,
    },
    {
      id: 'clicks',
      header: botFilterLabels[bots].unit,
      cell: ({ clicks }) => formatNumber(clicks),
      isNumber: true,
      sortValue: ({ clicks }) => clicks,
      className: classes.clicks,
    },
    {
      id: 'share',
      header: 'Share',
      cell: ({ clicks }) => formatPercent(clicks, base),
      isNumber: true,
      sortValue: ({ clicks }) => clicks,
      title: () => `of ${formatNumber(base)}`,
      className: classes.share,
    },
    {
      id: 'visitors',
      header: 'Visitors',
      cell: ({ visits }) => formatNumber(visits),
      isNumber: true,
      sortValue: ({ visits }) => visits,
      title: ({ visits }) => formatCount(visits, 'daily visitor'),
      className: classes.visitors,
    },
  ]
}

function renderName(by: BreakdownKind, row: BreakdownRow): React.ReactNode {
  if (by === 'video' && row.name !== '') return <Video row={row} />
  if (by !== 'source') return toBreakdownName(by, row)
  return (
    <span className={classes.source}>
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={<span className={classes.sourceIcon} />}>
          <SourceIcon source={row.name} />
        </Suspense>
      </ErrorBoundary>
      <span>{toBreakdownName(by, row)}</span>
    </span>
  )
}

/**
 * Shows the picture and the title of a video. The image request has no referrer, so it reveals neither the page nor the
 * user.
 */
function Video({ row }: { row: BreakdownRow }) {
  const { thumbnail_url } = row
  return (
    <span className={classes.video}>
      {thumbnail_url === undefined ? (
        <span className={classes.picture} />
      ) : (
        <img className={classes.picture} src={thumbnail_url} alt="" loading="lazy" referrerPolicy="no-referrer" width={64} height={36} />
      )}
      <span className={classes.videoTitle} dir="auto">
        {toBreakdownName('video', row)}
      </span>
    </span>
  )
}

function renderVideoActions(row: BreakdownRow): React.ReactNode {
  const { name, title } = row
  if (title === undefined) return null
  return <IconLink action="Open at YouTube" name={title} Icon={IconBrandYoutube} to={`https://www.youtube.com/watch?v=${name}`} />
}
