import type { EarningsImport } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { ConfirmForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showToast } from '../../../ui/toasts/toast.tsx'
import { useDeleteImport } from '../../file-imports/import-mutations.ts'
import { importDialog } from '../../file-imports/import-panel.tsx'
import { earningsImportKind } from './earnings-import-kind.tsx'

export function reportImportDialog(scope: ProjectScope): Dialog {
  return importDialog(earningsImportKind, scope)
}

export function undoDialog(scope: ProjectScope, shown: EarningsImport): Dialog {
  return { title: 'Undo import', body: (close) => <UndoForm scope={scope} shown={shown} onClose={close} /> }
}

function UndoForm({ scope, shown, onClose }: { scope: ProjectScope; shown: EarningsImport; onClose: () => void }) {
  const undo = useDeleteImport(earningsImportKind, scope, ({ file_name }) => {
    void showToast({ title: 'Import undone', message: file_name })
  })
  return (
    <ConfirmForm
      action="Undo import"
      isDangerous
      isWorking={undo.isPending}
      onConfirm={() => undo.mutate(shown, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{shown.file_name}</strong> brought {formatCount(shown.added, 'transaction')}. They are removed, unless another file has them
      too.
    </ConfirmForm>
  )
}
