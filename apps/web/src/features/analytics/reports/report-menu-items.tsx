import { type SavedReport, savedReportMessages, toReportQuery, toReportView } from '@linkshelf/contract'
import { Menu } from '@mantine/core'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { SavedViewItems } from '../../../ui/saved-views/saved-view-items.tsx'
import type { MenuOpener } from '../../../ui/saved-views/saved-view-menu.tsx'
import classes from './report-menu-items.module.css'
import { savedReportsQuery, useDeleteReport, useMailReport } from './report-queries.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

/** The items of the menu, which read a view from the address with the schema of saved reports. */
export function ReportMenuItems({ scope, opener }: { scope: ProjectScope; opener: MenuOpener }) {
  const { search } = useLocation()
  const { data: reports, isError, refetch } = useQuery(savedReportsQuery(scope))
  const deletion = useDeleteReport(scope)
  const mailing = useMailReport(scope)
  const view = toReportView(search)

  function openForm(renamed?: SavedReport): void {
    const form = { scope, views: reports ?? [], view, renamed }
    void openDialog(() => import('./report-form.tsx').then(({ reportDialog }) => reportDialog(form)), opener.current)
  }

  return (
    <SavedViewItems
      noun="report"
      views={reports?.map((report) => ({ ...report, id: report.report_id, query: toReportQuery(report.view), mark: markOf(report) }))}
      loadError={reports === undefined && isError ? savedReportMessages.loadFailed : undefined}
      onRetry={() => void refetch()}
      query={toReportQuery(view)}
      canSave
      hint="Save what you see under a name, and have it mailed every Monday."
      onSave={() => openForm()}
      onRename={openForm}
      onDelete={deletion.mutate}
    >
      {(report) => (
        <Menu.CheckboxItem
          classNames={{ itemLabel: classes.mailing, itemIndicator: classes.indicator }}
          rightSection={report.is_mailed && <IconCheck {...iconProps} />}
          checked={report.is_mailed}
          onChange={(is_mailed) => mailing.mutate({ report, is_mailed })}
        >
          <IconMail {...iconProps} />
          Mail it every Monday
        </Menu.CheckboxItem>
      )}
    </SavedViewItems>
  )
}

function markOf({ is_mailed: isMailed }: SavedReport): React.ReactNode {
  return isMailed && <IconMail role="img" aria-label="mailed every Monday" size={16} stroke={1.6} />
}
