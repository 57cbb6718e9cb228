import { useQuery } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { ImportPanel } from '../../../ui/imports/import-panel.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { FileChoice } from './file-choice.tsx'
import { importListQuery } from './import-queries.ts'
import { CheckedImport, FailedImport, FinishedImport, RunningImport } from './import-steps.tsx'

const steps = { running: RunningImport, ready: CheckedImport, done: FinishedImport, failed: FailedImport }
/** Links and their labels are on other screens too, and a project says how many links it has. */
const changes = [api.links.key(), api.labels.key(), api.analytics.key(), api.organizations.key()]

export function importDialog(scope: ProjectScope): Dialog {
  return { title: 'Import Links', body: (close) => <LinkImportPanel scope={scope} onClose={close} /> }
}

function LinkImportPanel({ scope, onClose }: { scope: ProjectScope; onClose: () => void }) {
  const imports = useQuery(importListQuery(scope))
  return <ImportPanel scope={scope} imports={imports} changes={changes} Choice={FileChoice} steps={steps} onClose={onClose} />
}
