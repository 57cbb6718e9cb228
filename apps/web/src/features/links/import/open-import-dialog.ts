import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'

/** Opens the dialog that imports links from a file. The focus returns to `opener`. */
export function openImportDialog(scope: ProjectScope, opener: HTMLElement): void {
  void openDialog(() => import('./link-import-kind.tsx').then(({ linkImportDialog }) => linkImportDialog(scope)), opener)
}
