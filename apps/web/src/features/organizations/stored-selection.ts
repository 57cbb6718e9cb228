import { readStored, removeStored, writeStored } from '../../ui/browser/local-storage.ts'
import type { StoredSelection } from './choose-selection.ts'

const key = 'linkshelf.selection'

export function readStoredSelection(): StoredSelection {
  const stored = readStored(key)
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

export function storeSelection(selection: Required<StoredSelection>): void {
  writeStored(key, selection)
}

export function removeStoredSelection(): void {
  removeStored(key)
}
