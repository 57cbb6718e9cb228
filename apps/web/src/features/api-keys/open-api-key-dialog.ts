import type { ApiKey } from '@linkshelf/contract'
import { openDialog } from '../../ui/overlays/dialogs.tsx'

/** Opens the dialog that creates a key; `onCreated` gets the whole key. The focus returns to `opener`. */
export function openNewApiKeyDialog(orgId: string, onCreated: (key: ApiKey) => void, opener: HTMLElement): void {
  void openDialog(() => import('./api-key-dialogs.tsx').then(({ newApiKeyDialog }) => newApiKeyDialog(orgId, onCreated)), opener)
}

export function openRevokeApiKeyDialog(orgId: string, apiKey: ApiKey, opener: HTMLElement): void {
  void openDialog(() => import('./api-key-dialogs.tsx').then(({ revokeApiKeyDialog }) => revokeApiKeyDialog(orgId, apiKey)), opener)
}
