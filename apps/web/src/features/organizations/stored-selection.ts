import { readStored, removeStored, writeStored } from '../../ui/browser/local-storage.ts'
import type { StoredSelection } from './choose-selection.ts'

const storageKey = 'linkshelf.selection'

export function readStoredSelection(): StoredSelection {
  const stored = readStored(storageKey)
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

export function storeSelection(selection: Required<StoredSelection>): void {
  writeStored(storageKey, selection)
}

export function removeStoredSelection(): void {
  removeStored(storageKey)
}
