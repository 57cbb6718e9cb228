import { useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'

interface RowSearchOptions<Row> {
  /** The name of the rows, in the plural. */
  what: string
  /** Returns the text of a row that the search matches. */
  textOf: (row: Row) => string
  /** If there are at most this many rows, there is no search field, because all rows are seen at once. */
  fewRows: number
  className: string | undefined
}

/**
 * Returns the rows whose text contains the text that is typed into `field`. `field` is undefined if there are too few
 * rows to search.
 */
export function useRowSearch<Row>(rows: readonly Row[] | undefined, { what, textOf, fewRows, className }: RowSearchOptions<Row>) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isSearchable = rows !== undefined && rows.length > fewRows
  return {
    found: isSearchable ? rows.filter((row) => textOf(row).toLowerCase().includes(text.toLowerCase())) : rows,
    /** The search text; empty if all rows are shown. */
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
