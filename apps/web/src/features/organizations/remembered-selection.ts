import { forget, recall, remember } from '../../ui/remember.ts'
import type { RememberedSelection } from './choose-selection.ts'

const key = 'linkshelf.selection'

export function rememberedSelection(): RememberedSelection {
  const kept = recall(key)
  return typeof kept === 'object' && kept !== null ? { ...kept } : {}
}

export function rememberSelection(selection: Required<RememberedSelection>): void {
  remember(key, selection)
}

export function forgetSelection(): void {
  forget(key)
}
