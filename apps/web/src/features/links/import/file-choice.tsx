import { type LinkImport, linkFileMaxBytes, linkFileMaxRows, linkImportMessages } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount, showNumber } from '../../../ui/formats/numbers.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import classes from '../../../ui/imports/import-panel.module.css'
import type { FileChoiceProps } from '../../../ui/imports/import-panel.tsx'
import { useFileUpload } from '../../../ui/imports/use-file-upload.ts'
import { useImportReport, useUploadImport } from './import-mutations.ts'

const messages = { ...linkImportMessages, failed: 'The file could not be uploaded. Please try again.' }

export function FileChoice({ scope, last, onUploaded, onClose }: FileChoiceProps<LinkImport, ProjectScope>) {
  const upload = useFileUpload({ upload: useUploadImport(scope), maxBytes: linkFileMaxBytes, messages, onUploaded })
  return (
    <div className={classes.panel}>
      <FileDrop
        label="CSV file"
        hint={`Drop a CSV file here, ${linkFileMaxBytes / 1e6} MB and ${showNumber(linkFileMaxRows)} rows at most.`}
        accept=".csv,.tsv,.txt,text/csv"
        Icon={IconFileTypeCsv}
        {...upload}
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
