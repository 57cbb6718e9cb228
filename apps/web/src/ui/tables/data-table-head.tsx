import { UnstyledButton } from '@mantine/core'
import classes from './data-table.module.css'
import { type Column, nextSort, type Sort } from './data-table-columns.ts'

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Undefined while the rows are in their own order. */
  sort: Sort | undefined
  hasActions: boolean
  /** Undefined while the rows load. */
  onSort: ((sort: Sort) => void) | undefined
}

export function DataTableHead<Row>({ columns, sort, hasActions, onSort }: DataTableHeadProps<Row>) {
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
                <UnstyledButton className={classes.sort} onClick={() => onSort(nextSort(column, sort))}>
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
