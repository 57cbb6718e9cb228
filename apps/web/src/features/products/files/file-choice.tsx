import { type ProductImport, productFileMaxBytes, productFileMaxRows, productImportMessages } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount, showNumber } from '../../../ui/formats/numbers.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import classes from '../../../ui/imports/import-panel.module.css'
import type { FileChoiceProps } from '../../../ui/imports/import-panel.tsx'
import { useFileUpload } from '../../../ui/imports/use-file-upload.ts'
import { useImportReport, useUploadImport } from './import-mutations.ts'

const messages = { ...productImportMessages, failed: 'The file could not be uploaded. Please try again.' }

export function FileChoice({ scope, last, onUploaded, onClose }: FileChoiceProps<ProductImport, ProjectScope>) {
  const upload = useFileUpload({ upload: useUploadImport(scope), maxBytes: productFileMaxBytes, messages, onUploaded })
  return (
    <div className={classes.panel}>
      <FileDrop
        label="CSV file"
        hint={`Drop a CSV file here, ${productFileMaxBytes / 1e6} MB and ${showNumber(productFileMaxRows)} rows at most.`}
        accept=".csv,.tsv,.txt,text/csv"
        Icon={IconFileTypeCsv}
        {...upload}
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
  const report = useImportReport(scope, last.import_id)
  if (last.state !== 'done') return null
  const hasReport = last.rejected + last.incomplete > 0
  return (
    <div className={classes.last}>
      <span>
        Last import, {last.file_name}: {showCount(last.created, 'product')} created, {last.updated} updated, {last.rejected} rejected.
      </span>
      {hasReport && (
        <Button variant="default" size="compact-sm" loading={report.isPending} onClick={() => report.mutate()}>
          Download report
        </Button>
      )}
    </div>
  )
}
