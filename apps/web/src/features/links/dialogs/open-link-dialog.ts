import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'

/** `edit` is about one link, the others about one or several. */
export type LinkDialogKind = 'edit' | 'labels' | 'archive' | 'delete'

/** Opens a dialog about links; the focus returns to `opener`. */
export type OpenLinkDialog = (kind: LinkDialogKind, links: readonly Link[], opener: HTMLElement | null) => void

/** `onDeleted` is called once links are deleted, before they are gone from the cache. */
export function makeOpenLinkDialog(scope: ProjectScope, onDeleted?: () => void): OpenLinkDialog {
  return (kind, links, opener) =>
    void openDialog(() => import('./link-dialogs.tsx').then(({ linkDialog }) => linkDialog({ scope, kind, links, onDeleted })), opener)
}
