import { formatReadableShortUrl, type LinkAlias } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { ConfirmMutation } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { useReleaseAlias } from './alias-mutations.ts'

interface AliasOfLink {
  urlId: string
  alias: LinkAlias
}

export function releaseAliasDialog(scope: ProjectScope, released: AliasOfLink): Dialog {
  return { title: 'Release address', body: (close) => <ReleaseAliasForm scope={scope} released={released} onClose={close} /> }
}

function ReleaseAliasForm({ scope, released, onClose }: { scope: ProjectScope; released: AliasOfLink; onClose: () => void }) {
  const release = useReleaseAlias(scope, released.urlId)
  return (
    <ConfirmMutation action="Release address" isDangerous mutation={release} subject={released.alias} onClose={onClose}>
      <strong>{formatReadableShortUrl(released.alias.url)}</strong> stops working immediately, wherever it is printed or posted. No link can
      ever have this address again. This cannot be undone.
    </ConfirmMutation>
  )
}
