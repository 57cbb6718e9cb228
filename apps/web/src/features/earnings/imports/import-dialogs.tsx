import type { EarningsImport } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import { ConfirmForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { useUndoImport } from './import-mutations.ts'
import { EarningsImportPanel } from './import-panel.tsx'

export function importDialog(scope: ProjectScope): Dialog {
  return { title: 'Import Report', body: (close) => <EarningsImportPanel scope={scope} onClose={close} /> }
}

export function undoDialog(scope: ProjectScope, shown: EarningsImport): Dialog {
  return { title: 'Undo Import', body: (close) => <UndoForm scope={scope} shown={shown} onClose={close} /> }
}

function UndoForm({ scope, shown, onClose }: { scope: ProjectScope; shown: EarningsImport; onClose: () => void }) {
  const undo = useUndoImport(scope)
  return (
    <ConfirmForm
      action="Undo Import"
      isDangerous
      isWorking={undo.isPending}
      onConfirm={() => undo.mutate({ importId: shown.import_id, fileName: shown.file_name }, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{shown.file_name}</strong> brought {showCount(shown.added, 'transaction')}. They are removed, unless another report has them
      too.
    </ConfirmForm>
  )
}
