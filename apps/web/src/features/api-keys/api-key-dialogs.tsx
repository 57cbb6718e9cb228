import type { ApiKey } from '@linkshelf/contract'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import { useRevokeApiKey } from './api-key-queries.ts'

export function newApiKeyDialog(orgId: string, onCreated: (key: ApiKey) => void): Dialog {
  return { title: 'New API Key', body: (close) => <ApiKeyForm orgId={orgId} onCreated={onCreated} onClose={close} /> }
}

export function revokeApiKeyDialog(orgId: string, apiKey: ApiKey): Dialog {
  return { title: 'Revoke API key', body: (close) => <RevokeForm orgId={orgId} apiKey={apiKey} onClose={close} /> }
}

function RevokeForm({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) {
  const revocation = useRevokeApiKey(orgId)
  return (
    <ConfirmMutation action="Revoke" isDangerous mutation={revocation} subject={apiKey} onClose={onClose}>
      <strong>{apiKey.name}</strong> ({apiKey.key}) stops working within a second, everywhere it is used. This cannot be undone.
    </ConfirmMutation>
  )
}
