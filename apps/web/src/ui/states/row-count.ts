// Stores how many rows each list had when it was last shown. Its skeleton has as many, so that little moves when it is
// loaded.
import { useEffect } from 'react'
import { readStored, writeStored } from '../browser/local-storage.ts'

const key = 'linkshelf.rows'
/** A screen shows at most this many rows at first. */
const maxRowCount = 20

/** Returns at least `minRowCount`, or `fallback` for a list that was never shown. */
export function readLastRowCount(list: string, fallback: number, minRowCount = 1): number {
  const count = readStoredCounts()[list]
  return typeof count === 'number' && Number.isInteger(count) ? Math.min(Math.max(count, minRowCount), maxRowCount) : fallback
}

/** Stores the count of a list; undefined while it is not loaded. */
export function useRowCount(list: string, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined && readStoredCounts()[list] !== count) writeStored(key, { ...readStoredCounts(), [list]: count })
  }, [list, count])
}

function readStoredCounts(): Readonly<Record<string, unknown>> {
  const stored = readStored(key)
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
}
