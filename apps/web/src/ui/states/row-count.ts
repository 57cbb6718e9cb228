// Stores the number of rows that each list had when it was last shown. The skeleton of a list has the same number of
// rows, so that little moves when the list is loaded.
import { useEffect } from 'react'
import { readStored, writeStored } from '../browser/local-storage.ts'

const key = 'linkshelf.rows'
/** Maximum number of skeleton rows. A screen shows no more rows at first. */
const maxRowCount = 20

/**
 * Returns the stored row count of a list, but at least `minRowCount` and at most `maxRowCount`. Returns `fallback` if
 * the list was never shown.
 */
export function readLastRowCount(list: string, fallback: number, minRowCount = 1): number {
  const count = readStoredCounts()[list]
  return typeof count === 'number' && Number.isInteger(count) ? Math.min(Math.max(count, minRowCount), maxRowCount) : fallback
}

/** Stores the row count of a list. `count` is undefined while the list is not loaded. */
export function useRowCount(list: string, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined && readStoredCounts()[list] !== count) writeStored(key, { ...readStoredCounts(), [list]: count })
  }, [list, count])
}

function readStoredCounts(): Readonly<Record<string, unknown>> {
  const stored = readStored(key)
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
}
