import { type EarningsImport, earningsFileMaxBytes, earningsFileMaxRows, earningsImportMessages } from '@linkshelf/contract'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconFileTypeXls } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type ProjectScope } from '../../../api.ts'
import { showNumber } from '../../../ui/formats/numbers.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import panel from '../../../ui/imports/import-panel.module.css'
import { errorDetails } from '../../../ui/states/error-details.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { earningsImportsQuery, isUnfinished } from '../earnings-queries.ts'
import { useUploadReport } from './import-mutations.ts'
import classes from './import-panel.module.css'
import { CheckedReport, FailedReport, FinishedImport, RunningImport } from './import-steps.tsx'

interface ImportPanelProps {
  scope: ProjectScope
  onClose: () => void
}

/** Choose a report, see what was understood, import it, see what it brought. It continues without the dialog, which shows it again when it is opened. */
export function ImportPanel({ scope, onClose }: ImportPanelProps) {
  const imports = useQuery(earningsImportsQuery(scope))
  return (
    <QueryBoundary
      query={imports}
      loading={<Skeleton height={180} role="status" aria-label="Loading" />}
      error="Error Loading Imports"
      headingOrder={2}
    >
      {(list) => <ImportSteps scope={scope} imports={list} onClose={onClose} />}
    </QueryBoundary>
  )
}

function ImportSteps({ scope, imports, onClose }: ImportPanelProps & { imports: EarningsImport[] }) {
  const [latest] = imports
  const [importId, setImportId] = useState(latest && isUnfinished(latest) ? latest.import_id : undefined)
  const shown = imports.find(({ import_id }) => import_id === importId)
  useRefetchWhenImported(shown)

  if (shown === undefined) return <ReportChoice scope={scope} onUploaded={setImportId} onClose={onClose} />
  const step = { scope, shown, onAnother: () => setImportId(undefined), onClose }
  if (shown.state === 'failed') return <FailedReport {...step} />
  if (shown.state === 'ready') return <CheckedReport {...step} />
  if (shown.state === 'done') return <FinishedImport {...step} />
  return <RunningImport {...step} />
}

function useRefetchWhenImported(shown: EarningsImport | undefined): void {
  const queryClient = useQueryClient()
  const isDone = shown?.state === 'done'
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: api.earnings.key() })
  }, [isDone, queryClient])
}

interface ReportChoiceProps extends ImportPanelProps {
  onUploaded: (importId: string) => void
}

/** A report that is dropped or chosen is uploaded at once: nothing is imported before its owner has seen what was understood. */
function ReportChoice({ scope, onUploaded, onClose }: ReportChoiceProps) {
  const [isTooLarge, setTooLarge] = useState(false)
  const upload = useUploadReport(scope)
  const problem = isTooLarge
    ? earningsImportMessages.fileTooLarge
    : upload.error && errorDetails(upload.error, 'The report could not be uploaded. Please try again.').message

  function take(file: File): void {
    upload.reset()
    setTooLarge(file.size > earningsFileMaxBytes)
    if (file.size <= earningsFileMaxBytes) upload.mutate(file, { onSuccess: ({ import_id }) => onUploaded(import_id) })
  }

  return (
    <div className={panel.panel}>
      <FileDrop
        label="Report"
        hint={`Drop a report here: CSV, TSV or XLSX, ${earningsFileMaxBytes / 1e6} MB and ${showNumber(earningsFileMaxRows)} rows at most.`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        Icon={IconFileTypeXls}
        isLoading={upload.isPending}
        problem={problem}
        onFile={take}
      />
      <dl className={classes.sources}>
        <dt>Amazon</dt>
        <dd>Reports → Download reports: earnings, orders or bounties, of any marketplace and language</dd>
        <dt>eBay</dt>
        <dd>Reports → Transaction Detail, with the status “All”</dd>
        <dt>AliExpress</dt>
        <dd>Reports → Live Order Tracking → Export</dd>
      </dl>
      <p className={panel.help}>
        Periods may overlap: a sale counts once, and a later status replaces an earlier one. Every import can be undone.
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}
