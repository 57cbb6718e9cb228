import type { Domain } from '@linkshelf/contract'
import { openDialog } from '../../ui/overlays/dialogs.tsx'

/** Opens the dialog that adds a domain; the focus returns to `opener`. */
export function openAddDomainDialog(orgId: string, onAdded: (domain: Domain) => void, opener: HTMLElement): void {
  void openDialog(() => import('./domain-dialogs.tsx').then(({ addDomainDialog }) => addDomainDialog(orgId, onAdded)), opener)
}

export function openRemoveDomainDialog(orgId: string, domain: Domain, opener: HTMLElement): void {
  void openDialog(() => import('./domain-dialogs.tsx').then(({ removeDomainDialog }) => removeDomainDialog(orgId, domain)), opener)
}
