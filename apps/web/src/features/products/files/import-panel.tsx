import { useQuery } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { ImportPanel } from '../../../ui/imports/import-panel.tsx'
import { FileChoice } from './file-choice.tsx'
import { importListQuery } from './import-queries.ts'
import { CheckedImport, FailedImport, FinishedImport, RunningImport } from './import-steps.tsx'

const steps = { running: RunningImport, ready: CheckedImport, done: FinishedImport, failed: FailedImport }
/** Products, their categories and their links are on other screens too. */
const changes = [api.products.key(), api.categories.key(), api.links.key()]

export function ProductImportPanel({ scope, onClose }: { scope: ProjectScope; onClose: () => void }) {
  const imports = useQuery(importListQuery(scope))
  return <ImportPanel scope={scope} imports={imports} changes={changes} Choice={FileChoice} steps={steps} onClose={onClose} />
}
