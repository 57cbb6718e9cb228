import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import type { OpenedLinkDialog } from './link-dialogs.tsx'

export type LinkDialogKind = OpenedLinkDialog[0]

/** Opens a dialog about links; the focus returns to `opener`. */
export type OpenLinkDialog = (...opened: OpenedLinkDialog) => void

/** `onDeleted` is called once links are deleted, before they are gone from the cache. */
export function makeOpenLinkDialog(scope: ProjectScope, onDeleted?: () => void): OpenLinkDialog {
  return (...opened) =>
    void openDialog(() => import('./link-dialogs.tsx').then(({ linkDialog }) => linkDialog({ scope, opened, onDeleted })), opened[2])
}
