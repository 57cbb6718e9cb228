import type { Label } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'

export type LabelDialogKind = 'create' | 'edit' | 'delete'

/** Opens a dialog about a label, or about a new one; the focus returns to `opener`. */
export type OpenLabelDialog = (kind: LabelDialogKind, label: Label | undefined, opener: HTMLElement) => void

export function makeOpenLabelDialog(scope: ProjectScope): OpenLabelDialog {
  return (kind, label, opener) =>
    void openDialog(() => import('./label-dialogs.tsx').then(({ labelDialog }) => labelDialog(scope, kind, label)), opener)
}
