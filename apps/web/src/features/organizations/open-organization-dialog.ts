import { openDialog } from '../../ui/overlays/dialogs.tsx'
import type { OrganizationDialogOptions } from './organization-dialog.tsx'

/** Opens the dialog that renames an organization, or creates one. */
export function openOrganizationDialog(options: OrganizationDialogOptions, opener: HTMLElement | null): void {
  void openDialog(() => import('./organization-dialog.tsx').then(({ organizationDialog }) => organizationDialog(options)), opener)
}
