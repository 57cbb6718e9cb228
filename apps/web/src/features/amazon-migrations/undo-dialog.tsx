import type { AmazonMigrationRun } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { useUndoMigration } from './migration-mutations.ts'

export function undoDialog(scope: ProjectScope, run: AmazonMigrationRun): Dialog {
  return { title: 'Undo migration', body: (close) => <UndoForm scope={scope} run={run} onClose={close} /> }
}

function UndoForm({ scope, run, onClose }: { scope: ProjectScope; run: AmazonMigrationRun; onClose: () => void }) {
  return (
    <ConfirmMutation action="Undo" isDangerous mutation={useUndoMigration(scope)} subject={run.migration_id} onClose={onClose}>
      <strong>{formatCount(run.outcomes.tagged + run.outcomes.retagged, 'link')}</strong> get their earlier destinations and shops back.
      Links that you changed since stay as they are.
    </ConfirmMutation>
  )
}
