export interface Sort {
  columnId: string
  direction: 'ascending' | 'descending'
}

interface SortableColumn<Row> {
  id: string
  isNumber?: boolean
  sortValue?: (row: Row) => number | string
}

/** The rows in the order of `sort`; in their own order without one. Equal values stay in their own order. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly SortableColumn<Row>[], sort: Sort | undefined): readonly Row[] {
  const sortValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue
  if (sort === undefined || sortValue === undefined) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compareValues(sortValue(one), sortValue(other)))
}

/** The sort after a click on a column's header: the largest number or the first name first, then the reverse. */
export function nextSort<Row>({ id, isNumber }: SortableColumn<Row>, sort: Sort | undefined): Sort {
  const initial = isNumber ? 'descending' : 'ascending'
  const reverse = isNumber ? 'ascending' : 'descending'
  return { columnId: id, direction: sort?.columnId === id && sort.direction === initial ? reverse : initial }
}

function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), 'en')
}
