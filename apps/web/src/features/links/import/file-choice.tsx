import { type LinkImport, linkFileMaxBytes, linkFileMaxRows, linkImportMessages } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectScope } from '../../../api.ts'
import { showCount, showNumber } from '../../../ui/formats/numbers.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import classes from '../../../ui/imports/import-panel.module.css'
import { errorDetails } from '../../../ui/states/error-details.ts'
import { useImportReport, useUploadImport } from './import-mutations.ts'

interface FileChoiceProps {
  scope: ProjectScope
  /** The import before. */
  last: LinkImport | undefined
  onUploaded: (importId: string) => void
  onClose: () => void
}

/** A file that is dropped or chosen is uploaded at once: nothing is imported before its owner has seen what it would do. */
export function FileChoice({ scope, last, onUploaded, onClose }: FileChoiceProps) {
  const [isTooLarge, setTooLarge] = useState(false)
  const upload = useUploadImport(scope)
  const problem = isTooLarge
    ? linkImportMessages.fileTooLarge
    : upload.error && errorDetails(upload.error, 'The file could not be uploaded. Please try again.').message

  function take(file: File): void {
    upload.reset()
    setTooLarge(file.size > linkFileMaxBytes)
    if (file.size <= linkFileMaxBytes) upload.mutate(file, { onSuccess: ({ import_id }) => onUploaded(import_id) })
  }

  return (
    <div className={classes.panel}>
      <FileDrop
        label="CSV file"
        hint={`Drop a CSV file here, ${linkFileMaxBytes / 1e6} MB and ${showNumber(linkFileMaxRows)} rows at most.`}
        accept=".csv,.tsv,.txt,text/csv"
        Icon={IconFileTypeCsv}
        isLoading={upload.isPending}
        problem={problem}
        onFile={take}
      />
      <p className={classes.help}>
        An export of Bitly, Dub, Short.io or Rebrandly works as it is. Of any other file the first line names the columns: <code>url</code>,
        and any of <code>slug</code>, <code>title</code>, <code>labels</code>, <code>notes</code>, <code>archived</code> and{' '}
        <code>created</code>. Links that you have already are skipped.
      </p>
      {last?.state === 'done' && <LastImport scope={scope} last={last} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}

function LastImport({ scope, last }: { scope: ProjectScope; last: LinkImport }) {
  const report = useImportReport(scope, last.import_id)
  return (
    <div className={classes.last}>
      <span>
        Last import, {last.file_name}: {showCount(last.created, 'link')} created, {showNumber(last.skipped)} skipped,{' '}
        {showNumber(last.rejected)} rejected.
      </span>
      {last.rejected + last.incomplete > 0 && (
        <Button variant="default" size="compact-sm" loading={report.isPending} onClick={() => report.mutate()}>
          Download report
        </Button>
      )}
    </div>
  )
}
