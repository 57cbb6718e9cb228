import { ActionIcon, Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { Link as RouteLink } from 'react-router'
import { formatNumber } from '../formats/numbers.ts'
import classes from './data-table.module.css'
import { type Column, type Sort, sortRows, toNextSort } from './data-table-columns.ts'

interface DataTableProps<Row> {
  /** The accessible name. */
  label: string
  /** The first column is the row's header. */
  columns: readonly Column<Row>[]
  /** Undefined while the rows load. Skeleton rows are then shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The column and direction by which the rows are already sorted; undefined if they have their own order. */
  sort?: Sort | undefined
  /** Called to sort the rows elsewhere, such as on the server. If omitted, the table sorts them. */
  onSort?: ((sort: Sort) => void) | undefined
  /**
   * `cards`: each row is a card if the container is narrower than 44 rem. `compact`: the rows are dense and without
   * lines, and always a table.
   */
  layout?: 'cards' | 'compact'
  /** True while the rows are the result of an earlier query. */
  isStale?: boolean
  /**
   * Returns the link of a row, or undefined if the row has no link. The first column contains the link, and a click
   * anywhere in the row follows it.
   */
  rowLink?: (row: Row) => { to: string; title?: string } | undefined
  /** Buttons and links at the end of the row. */
  actions?: (row: Row) => React.ReactNode
  /**
   * Returns the details of a row, or undefined if the row has none. A button named `action` shows them below the row.
   */
  details?: ((row: Row) => { action: string; content: React.ReactNode } | undefined) | undefined
  /** Returns the length of the bar behind the row, as a share of the row's width from 0 to 1. */
  bar?: (row: Row) => number
  /** Called with the row under the pointer, and with undefined when the pointer leaves it. */
  onPointRow?: (row: Row | undefined) => void
  /** Number of rows shown at first. A button shows the other rows. */
  shownAtFirst?: number
  /** The text of the button that shows all rows; "Show all 12" by default. */
  showAllText?: string
  /** Rendered after the table: `(entries) => <LoadMore pages={query} {...entries} />`. */
  foot?: (entries: { list: RefObject<HTMLElement | null>; shown: number }) => React.ReactNode
  /** Replaces the table when there are no rows. */
  empty?: React.ReactNode
}

/** A table that is described by a list of columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, onSort, layout = 'cards', isStale, shownAtFirst = Number.POSITIVE_INFINITY, showAllText, foot } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [chosen, setChosen] = useState<Sort>()
  const [isWhole, setWhole] = useState(false)

  if (rows?.length === 0 && props.empty !== undefined) return props.empty
  const hasActions = props.actions !== undefined || props.details !== undefined
  const sort = onSort === undefined ? chosen : undefined
  const shown = rows && sortRows(rows, columns, sort).slice(0, isWhole ? rows.length : shownAtFirst)
  return (
    <>
      <div className={classes.container}>
        {rows === undefined && <div className="visually-hidden" role="status" aria-label="Loading" />}
        <table
          className={`${classes.table} ${classes[layout]}`}
          aria-label={label}
          aria-busy={isStale}
          aria-hidden={rows === undefined || undefined}
        >
          <DataTableHead columns={columns} sort={sort ?? props.sort} hasActions={hasActions} onSort={rows && (onSort ?? setChosen)} />
          <tbody ref={body}>
            {shown === undefined ? (
              <SkeletonRows columnCount={columns.length + Number(hasActions)} />
            ) : (
              shown.map((row) => <DataRow key={props.rowKey(row)} row={row} table={props} />)
            )}
          </tbody>
        </table>
      </div>
      {rows !== undefined && rows.length > shownAtFirst && (
        <Button variant="subtle" size="xs" mt="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : (showAllText ?? `Show all ${formatNumber(rows.length)}`)}
        </Button>
      )}
      {foot && rows && <div className={classes.foot}>{foot({ list: body, shown: rows.length })}</div>}
    </>
  )
}

function DataRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, actions, rowLink, details, bar, onPointRow, foot } = table
  const [isExpanded, setExpanded] = useState(false)
  const link = rowLink?.(row)
  const shown = details?.(row)

  const cells = (
    <tr
      className={link && classes.linked}
      data-bar={bar !== undefined || undefined}
      style={bar && { backgroundSize: `${bar(row) * 100}% calc(100% - 0.25rem)` }}
      // A row without a link must be focusable, because Load More moves the focus to the first new row, or to its link.
      tabIndex={foot !== undefined && link === undefined ? -1 : undefined}
      onPointerEnter={onPointRow && (() => onPointRow(row))}
      onPointerLeave={onPointRow && (() => onPointRow(undefined))}
    >
      {columns.map(({ id, cell, isNumber, isUnknown, title, unit, beside, className = '' }, index) => {
        const cellProps = {
          className: `${className} ${isNumber ? classes.number : ''}`,
          'data-unknown': isUnknown?.(row) || undefined,
          'data-unit': unit?.(row),
          title: title?.(row),
        }
        if (index > 0) {
          return (
            <td key={id} {...cellProps}>
              {cell(row)}
            </td>
          )
        }
        return (
          <th key={id} scope="row" {...cellProps}>
            {link === undefined ? cell(row) : <RouteLink {...link}>{cell(row)}</RouteLink>}
            {beside?.(row)}
          </th>
        )
      })}
      {(actions ?? details) && (
        <td className={classes.actions}>
          <div>
            {actions?.(row)}
            {shown && <ExpandButton action={shown.action} isExpanded={isExpanded} onClick={() => setExpanded(!isExpanded)} />}
          </div>
        </td>
      )}
    </tr>
  )
  if (shown === undefined || !isExpanded) return cells
  return (
    <>
      {cells}
      <tr>
        <td className={classes.details} colSpan={columns.length + 1}>
          {shown.content}
        </td>
      </tr>
    </>
  )
}

function ExpandButton({ action, isExpanded, onClick }: { action: string; isExpanded: boolean; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" c="dimmed" title={action} aria-label={action} aria-expanded={isExpanded} onClick={onClick}>
      <IconChevronDown aria-hidden size={17} stroke={1.6} className={classes.chevron} />
    </ActionIcon>
  )
}

function SkeletonRows({ columnCount }: { columnCount: number }) {
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => (
    <tr key={name}>
      <td className={classes.loading} colSpan={columnCount}>
        <Skeleton height={16} width="60%" />
      </td>
    </tr>
  ))
}

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Undefined while the rows are in their original order. */
  sort: Sort | undefined
  hasActions: boolean
  /** Undefined while the rows load. */
  onSort: ((sort: Sort) => void) | undefined
}

function DataTableHead<Row>({ columns, sort, hasActions, onSort }: DataTableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { id, header, isNumber, sortValue, className = '' } = column
          const direction = sortValue && sort?.columnId === id ? sort.direction : undefined
          return (
            <th key={id} scope="col" className={`${className} ${isNumber ? classes.number : ''}`} aria-sort={direction}>
              {sortValue === undefined || onSort === undefined ? (
                header
              ) : (
                <UnstyledButton className={classes.sort} onClick={() => onSort(toNextSort(column, sort))}>
                  {header}
                </UnstyledButton>
              )}
            </th>
          )
        })}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
