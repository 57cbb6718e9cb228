import { type ProductImport, productFileMaxBytes, productImportMessages } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectScope } from '../../../api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import classes from '../../../ui/imports/import-panel.module.css'
import { errorDetails } from '../../../ui/states/error-details.ts'
import { useImportReport, useUploadImport } from './import-mutations.ts'

interface FileChoiceProps {
  scope: ProjectScope
  /** The import before. */
  last: ProductImport | undefined
  onUploaded: (importId: string) => void
  onClose: () => void
}

/** A file that is dropped or chosen is uploaded at once: nothing is imported before its owner has seen what it would do. */
export function FileChoice({ scope, last, onUploaded, onClose }: FileChoiceProps) {
  const [isTooLarge, setTooLarge] = useState(false)
  const upload = useUploadImport(scope)
  const problem = isTooLarge
    ? productImportMessages.fileTooLarge
    : upload.error && errorDetails(upload.error, 'The file could not be uploaded. Please try again.').message

  function take(file: File): void {
    upload.reset()
    setTooLarge(file.size > productFileMaxBytes)
    if (file.size <= productFileMaxBytes) upload.mutate(file, { onSuccess: ({ import_id }) => onUploaded(import_id) })
  }

  return (
    <div className={classes.panel}>
      <FileDrop
        label="CSV file"
        hint="Drop a CSV file here, 10 MB and 10,000 rows at most."
        accept=".csv,.tsv,.txt,text/csv"
        Icon={IconFileTypeCsv}
        isLoading={upload.isPending}
        problem={problem}
        onFile={take}
      />
      <ColumnHelp />
      {last !== undefined && <LastImport scope={scope} last={last} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}

function ColumnHelp() {
  return (
    <p className={classes.help}>
      The first line names the columns: <code>name</code>, and any of <code>description</code>, <code>image_url</code>,{' '}
      <code>product_url</code>, <code>attributes</code>, <code>categories</code>, <code>url</code>, <code>active</code>,{' '}
      <code>in_store</code>, <code>availability</code>, <code>show_from</code> and <code>show_until</code>. Each <code>url</code> gets a
      short link. A row with a <code>product_id</code>, as in an export, updates that product.
    </p>
  )
}

function LastImport({ scope, last }: { scope: ProjectScope; last: ProductImport }) {
  const report = useImportReport(scope)
  if (last.state !== 'done') return null
  const hasReport = last.rejected + last.incomplete > 0
  return (
    <div className={classes.last}>
      <span>
        Last import, {last.file_name}: {showCount(last.created, 'product')} created, {last.updated} updated, {last.rejected} rejected.
      </span>
      {hasReport && (
        <Button variant="default" size="compact-sm" loading={report.isPending} onClick={() => report.mutate(last.import_id)}>
          Download report
        </Button>
      )}
    </div>
  )
}
