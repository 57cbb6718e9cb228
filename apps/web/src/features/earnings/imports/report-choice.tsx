import { type EarningsImport, earningsFileMaxBytes, earningsFileMaxRows, earningsImportMessages } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconFileTypeXls } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { showNumber } from '../../../ui/formats/numbers.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import panel from '../../../ui/imports/import-panel.module.css'
import type { FileChoiceProps } from '../../../ui/imports/import-panel.tsx'
import { useFileUpload } from '../../../ui/imports/use-file-upload.ts'
import { useUploadReport } from './import-mutations.ts'
import classes from './import-panel.module.css'

const messages = { ...earningsImportMessages, failed: 'The report could not be uploaded. Please try again.' }

export function ReportChoice({ scope, onUploaded, onClose }: FileChoiceProps<EarningsImport, ProjectScope>) {
  const upload = useFileUpload({ upload: useUploadReport(scope), maxBytes: earningsFileMaxBytes, messages, onUploaded })
  return (
    <div className={panel.panel}>
      <FileDrop
        label="Report"
        hint={`Drop a report here: CSV, TSV or XLSX, ${earningsFileMaxBytes / 1e6} MB and ${showNumber(earningsFileMaxRows)} rows at most.`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        Icon={IconFileTypeXls}
        {...upload}
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
