export interface Column<Row> {
  /** Unique within the table. */
  id: string
  header: string
  cell: (row: Row) => React.ReactNode
  /** Numbers are right-aligned, and sorted from the largest. */
  isNumber?: boolean
  /**
   * The value by which the column is sorted. Without it, the column is not sortable. If not all rows are loaded, use
   * `restrictSorting` to allow only the columns by which the server can sort.
   */
  sortValue?: (row: Row) => number | string
  /** True for a cell without a value, which is shown in the muted color. */
  isUnknown?: (row: Row) => boolean
  /** Shown on hover. */
  title?: (row: Row) => string
  /** The unit of the value, shown on cards, because they have no column headers: "12 clicks". */
  unit?: (row: Row) => string
  /** Rendered after the row's link in the first column. */
  beside?: (row: Row) => React.ReactNode
  /** The class of header and cells: their width, and their position on a card. */
  className?: string
}

export interface Sort {
  columnId: string
  direction: 'ascending' | 'descending'
}

/**
 * Makes only the columns with these ids sortable. If not all rows are loaded, pass the ids by which the rows can be
 * sorted elsewhere.
 */
export function restrictSorting<Row>(columns: readonly Column<Row>[], ids: readonly string[]): Column<Row>[] {
  return columns.map((column) => (ids.includes(column.id) ? column : { ...column, sortValue: undefined }))
}

/**
 * Returns the rows sorted by `sort`, or in their original order if `sort` is undefined. Rows with equal values stay in
 * their original order.
 */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
  const sortValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue
  if (sort === undefined || sortValue === undefined) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compareValues(sortValue(one), sortValue(other)))
}

/**
 * Returns the sort order after a click on a column's header. The first click puts the largest number or the first name
 * at the top, the next click reverses the order.
 */
export function toNextSort<Row>({ id, isNumber }: Column<Row>, sort: Sort | undefined): Sort {
  const initial = isNumber ? 'descending' : 'ascending'
  const reverse = isNumber ? 'ascending' : 'descending'
  return { columnId: id, direction: sort?.columnId === id && sort.direction === initial ? reverse : initial }
}

function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), 'en')
}
