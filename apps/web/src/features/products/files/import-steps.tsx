import type { ProductImport } from '@linkshelf/contract'
import { Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount, showNumber } from '../../../ui/formats/numbers.ts'
import classes from '../../../ui/imports/import-panel.module.css'
import type { ImportStepProps } from '../../../ui/imports/import-panel.tsx'
import { FailedFile, RunningFile } from '../../../ui/imports/import-steps.tsx'
import { useDeleteImport, useImportReport, useStartImport } from './import-mutations.ts'
import { ProductImportSummary } from './import-summary.tsx'

type StepProps = ImportStepProps<ProductImport, ProjectScope>

export function FailedImport({ shown: { file_name, failure }, onAnother, onClose }: StepProps) {
  return <FailedFile onAnother={onAnother} onClose={onClose} fileName={file_name} failure={failure} another="Choose another file" />
}

/** Shows the effects of the import, and the remaining choices. */
export function CheckedImport({ scope, shown, onAnother }: StepProps) {
  const [createsCategories, setCreatesCategories] = useState(false)
  const start = useStartImport(scope)
  const deletion = useDeleteImport(scope)
  const count = shown.created + shown.updated
  const missing = shown.missing_categories.length
  return (
    <div className={classes.panel}>
      <p className={classes.file}>
        <strong>{shown.file_name}</strong> has {showCount(shown.rows, 'row')}. Nothing is imported yet.
      </p>
      <ProductImportSummary shown={shown} isForecast report={<ReportButton scope={scope} shown={shown} />} />
      {missing > 0 && (
        <Switch
          label={missing === 1 ? 'Create the missing category' : `Create the ${showNumber(missing)} missing categories`}
          description={`${inShort(shown.missing_categories)}. Otherwise products are imported without them.`}
          checked={createsCategories}
          onChange={(event) => setCreatesCategories(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => deletion.mutate(shown.import_id, { onSettled: onAnother })} loading={deletion.isPending}>
          Choose another file
        </Button>
        <Button
          data-autofocus
          disabled={count === 0}
          loading={start.isPending}
          onClick={() => start.mutate({ importId: shown.import_id, createsCategories })}
        >
          Import {showCount(count, 'product')}
        </Button>
      </Group>
    </div>
  )
}

/** Shown while the server checks the file, or imports it. */
export function RunningImport({ scope, shown, onAnother, onClose }: StepProps) {
  const deletion = useDeleteImport(scope)
  return (
    <RunningFile
      fileName={shown.file_name}
      before={shown.state === 'checking' ? 'Checking' : undefined}
      processed={shown.processed}
      rows={shown.rows}
      stop="Stop"
      isStopping={deletion.isPending}
      onStop={() => deletion.mutate(shown.import_id, { onSettled: onAnother })}
      onClose={onClose}
    />
  )
}

export function FinishedImport({ scope, shown, onAnother, onClose }: StepProps) {
  return (
    <div className={classes.panel}>
      <p className={classes.file} role="status">
        <strong>{shown.file_name}</strong> is imported.
      </p>
      <ProductImportSummary shown={shown} report={<ReportButton scope={scope} shown={shown} />} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          Import another file
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </div>
  )
}

function ReportButton({ scope, shown }: Pick<StepProps, 'scope' | 'shown'>) {
  const report = useImportReport(scope, shown.import_id)
  return (
    <Button variant="default" size="compact-sm" mt={4} loading={report.isPending} onClick={() => report.mutate()}>
      Download report
    </Button>
  )
}

const namesInShort = 4

/** "Lamps, Chairs and 7 more" */
function inShort(names: readonly string[]): string {
  const more = names.length - namesInShort
  return more <= 0 ? names.join(', ') : `${names.slice(0, namesInShort).join(', ')} and ${showNumber(more)} more`
}
