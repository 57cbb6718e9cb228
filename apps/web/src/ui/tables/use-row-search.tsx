import { useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'

interface RowSearchOptions<Row> {
  /** The name of the rows, in the plural. */
  what: string
  /** Returns the text of a row that the search matches. */
  textOf: (row: Row) => string
  /** With so many rows or fewer, there is no search: they are seen at once. */
  fewRows: number
  className: string | undefined
}

/** Returns the rows whose text has what is typed into `field`; undefined where there are too few to search. */
export function useRowSearch<Row>(rows: readonly Row[] | undefined, { what, textOf, fewRows, className }: RowSearchOptions<Row>) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isSearchable = rows !== undefined && rows.length > fewRows
  return {
    found: isSearchable ? rows.filter((row) => textOf(row).toLowerCase().includes(text.toLowerCase())) : rows,
    /** The search; empty for every row. */
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
