import type { LinkImport } from '@linkshelf/contract'
import { Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import classes from '../../../ui/imports/import-panel.module.css'
import type { ImportStepProps } from '../../../ui/imports/import-panel.tsx'
import { FailedFile, RunningFile } from '../../../ui/imports/import-steps.tsx'
import { ImportSummary, summaryLine } from '../../../ui/imports/import-summary.tsx'
import { useDeleteImport, useImportReport, useStartImport } from './import-mutations.ts'

type StepProps = ImportStepProps<LinkImport, ProjectScope>

export function FailedImport({ shown: { file_name, failure }, onAnother, onClose }: StepProps) {
  return <FailedFile onAnother={onAnother} onClose={onClose} fileName={file_name} failure={failure} another="Choose another file" />
}

/** Shows the effects of the import, and the remaining choice. */
export function CheckedImport({ scope, shown, onAnother }: StepProps) {
  const [replacesSlugs, setReplacesSlugs] = useState(false)
  const start = useStartImport(scope)
  const deletion = useDeleteImport(scope)
  // Whether the plan has room for links with another name is known only once those before them are imported.
  const replaced = replacesSlugs && shown.over_limit === 0 ? shown.unusable_slugs : 0
  const count = shown.created + replaced
  return (
    <div className={classes.panel}>
      <p className={classes.file}>
        <strong>{shown.file_name}</strong> has {showCount(shown.rows, 'row')}. Nothing is imported yet.
      </p>
      <LinkImportSummary scope={scope} shown={shown} isForecast />
      {shown.unusable_slugs > 0 && (
        <Switch
          label={`Import ${showCount(shown.unusable_slugs, 'link')} with another short name`}
          description={`${shown.unusable_slugs === 1 ? 'Its short name is' : 'Their short names are'} taken or cannot be used here. Otherwise ${shown.unusable_slugs === 1 ? 'the row is' : 'these rows are'} rejected.`}
          checked={replacesSlugs}
          onChange={(event) => setReplacesSlugs(event.currentTarget.checked)}
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
          onClick={() => start.mutate({ importId: shown.import_id, replacesSlugs })}
        >
          Import {showCount(count, 'link')}
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
      <LinkImportSummary scope={scope} shown={shown} />
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

interface LinkImportSummaryProps {
  scope: ProjectScope
  shown: LinkImport
  isForecast?: boolean
}

function LinkImportSummary({ scope, shown, isForecast = false }: LinkImportSummaryProps) {
  const report = useImportReport(scope, shown.import_id)
  const line = (count: number, noun: string, done: string, detail?: string) => summaryLine(isForecast, count, noun, done, detail)
  const lines = [
    line(shown.created, 'link', 'created'),
    line(shown.skipped, 'row', 'skipped', 'You have these links already.'),
    line(shown.incomplete, 'link', 'imported without a label', 'The report says which.'),
    line(shown.over_limit, 'row', 'left out', 'Your plan has no more links for this project.'),
    line(shown.rejected - shown.over_limit, 'row', 'rejected', 'The report says why. You can correct and import it.'),
  ]
  return (
    <ImportSummary
      lines={lines}
      ignoredColumns={shown.ignored_columns}
      report={
        shown.rejected + shown.incomplete > 0 && (
          <Button variant="default" size="compact-sm" mt={4} loading={report.isPending} onClick={() => report.mutate()}>
            Download report
          </Button>
        )
      }
    />
  )
}
