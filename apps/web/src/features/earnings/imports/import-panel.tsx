import { useQuery } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { ImportPanel } from '../../../ui/imports/import-panel.tsx'
import { earningsImportsQuery } from '../earnings-queries.ts'
import { CheckedReport, FailedReport, FinishedImport, RunningImport } from './import-steps.tsx'
import { ReportChoice } from './report-choice.tsx'

const steps = { running: RunningImport, ready: CheckedReport, done: FinishedImport, failed: FailedReport }
const changes = [api.earnings.key()]

export function EarningsImportPanel({ scope, onClose }: { scope: ProjectScope; onClose: () => void }) {
  const imports = useQuery(earningsImportsQuery(scope))
  return <ImportPanel scope={scope} imports={imports} changes={changes} Choice={ReportChoice} steps={steps} onClose={onClose} />
}
