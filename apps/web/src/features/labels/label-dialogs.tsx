import type { Label } from '@linkshelf/contract'
import type { ProjectScope } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogProps } from '../../ui/dialog-host.tsx'
import { LabelFormDialog } from './label-form-dialog.tsx'
import { useDeleteLabel } from './label-mutations.ts'

export type LabelDialogKind = 'create' | 'edit' | 'delete'

interface LabelDialogsProps extends DialogProps {
  scope: ProjectScope
  kind: LabelDialogKind
  label: Label | undefined
}

export function LabelDialogs({ kind, label, ...props }: LabelDialogsProps) {
  if (kind === 'delete' && label !== undefined) return <DeleteLabelDialog {...props} label={label} />
  return <LabelFormDialog {...props} label={label} />
}

function DeleteLabelDialog({ scope, label, ...dialog }: DialogProps & { scope: ProjectScope; label: Label }) {
  const deletion = useDeleteLabel(scope)

  function confirm(): void {
    deletion.mutate(label, { onSettled: dialog.onClose })
  }

  return (
    <ConfirmDialog {...dialog} title="Delete Label" action="Delete" isDangerous isWorking={deletion.isPending} onConfirm={confirm}>
      <strong>{label.name}</strong> is taken off every link that has it. The links stay as they are. This cannot be undone.
    </ConfirmDialog>
  )
}
