import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'

/** Opens the dialog about the shops of a link; the focus returns to `opener`. */
export function openShopsDialog(scope: ProjectScope, link: Link, opener: HTMLElement): void {
  void openDialog(() => import('./shops-form.tsx').then(({ shopsDialog }) => shopsDialog(scope, link)), opener)
}
