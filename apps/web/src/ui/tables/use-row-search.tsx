import { useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'

interface RowSearchOptions<Row> {
  /** What the rows are, in the plural. */
  what: string
  /** What a row is found by. */
  textOf: (row: Row) => string
  /** So many rows, or fewer, are seen at once. */
  fewRows: number
  className: string | undefined
}

/** The rows whose text has what is typed into `field`; undefined where there are too few to search. */
export function useRowSearch<Row>(rows: readonly Row[] | undefined, { what, textOf, fewRows, className }: RowSearchOptions<Row>) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isSearchable = rows !== undefined && rows.length > fewRows
  return {
    found: isSearchable ? rows.filter((row) => textOf(row).toLowerCase().includes(text.toLowerCase())) : rows,
    /** What is looked for; empty for every row. */
    text: isSearchable ? text : '',
    clear: () => setTyped(''),
    field: isSearchable ? (
      <SearchField
        label={`Search ${what}`}
        placeholder={`Search ${what}`}
        className={className}
        typed={typed}
        onType={setTyped}
        onClear={() => setTyped('')}
      />
    ) : undefined,
  }
}
