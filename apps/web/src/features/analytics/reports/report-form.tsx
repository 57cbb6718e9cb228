import { type ReportView, type SavedReport, savedReportForm, savedReportNameMaxLength } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { SavedViewForm } from '../../../ui/saved-views/saved-view-form.tsx'
import { useSaveReport } from './report-queries.ts'

interface ReportFormProps {
  scope: ProjectScope
  views: readonly SavedReport[]
  /** The screen as it is. */
  view: ReportView
  /** The report that gets another name; undefined for a new one. */
  renamed: SavedReport | undefined
  onClose: () => void
}

export function reportDialog(form: Omit<ReportFormProps, 'onClose'>): Dialog {
  return {
    title: form.renamed === undefined ? 'Save this report' : 'Rename this report',
    body: (close) => <ReportForm {...form} onClose={close} />,
  }
}

function ReportForm({ scope, view, ...form }: ReportFormProps) {
  const saving = useSaveReport(scope)
  return (
    <SavedViewForm
      {...form}
      schema={savedReportForm}
      maxLength={savedReportNameMaxLength}
      noun="report"
      placeholder="Phones in Germany"
      nameTaken="SAVED_REPORT_NAME_TAKEN"
      save={(name, existing) => saving.mutateAsync({ existing, draft: { name, view } })}
    />
  )
}
