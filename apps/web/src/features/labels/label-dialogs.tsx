import type { Label } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { LabelForm } from './label-form.tsx'
import { useDeleteLabel } from './label-queries.ts'

export function labelDialog(scope: ProjectScope, kind: 'create' | 'edit' | 'delete', label: Label | undefined): Dialog {
  if (kind === 'delete' && label !== undefined) {
    return { title: 'Delete Label', body: (close) => <DeleteLabelForm scope={scope} label={label} onClose={close} /> }
  }
  return {
    title: label === undefined ? 'Create Label' : 'Edit Label',
    body: (close) => <LabelForm scope={scope} label={label} onClose={close} />,
  }
}

function DeleteLabelForm({ scope, label, onClose }: { scope: ProjectScope; label: Label; onClose: () => void }) {
  const deletion = useDeleteLabel(scope)
  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={label} onClose={onClose}>
      <strong>{label.name}</strong> is removed from every link that has it. The links themselves do not change. This cannot be undone.
    </ConfirmMutation>
  )
}
