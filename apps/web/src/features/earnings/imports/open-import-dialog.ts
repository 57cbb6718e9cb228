import type { EarningsImport } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'

/** Opens the dialog that imports a report. The focus returns to `opener`. */
export function openImportDialog(scope: ProjectScope, opener: HTMLElement): void {
  void openDialog(() => import('./import-dialogs.tsx').then(({ reportImportDialog }) => reportImportDialog(scope)), opener)
}

export function openUndoDialog(scope: ProjectScope, shown: EarningsImport, opener: HTMLElement): void {
  void openDialog(() => import('./import-dialogs.tsx').then(({ undoDialog }) => undoDialog(scope, shown)), opener)
}
