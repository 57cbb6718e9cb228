import type { ReportView, SavedReport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useDeleteSavedView, useSaveSavedView } from '../../../ui/saved-views/saved-view-mutations.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'

/** The reports that the user saved in a project, by name. */
export function savedReportsQuery(scope: ProjectScope) {
  return api.savedReports.list.queryOptions({ input: { params: scope } })
}

interface ReportDraft {
  name: string
  view: ReportView
  /** Without it, an existing report keeps its setting, and a new report is not mailed. */
  is_mailed?: boolean
}

export function useSaveReport(scope: ProjectScope) {
  return useSaveSavedView(callsOf(scope))
}

export function useDeleteReport(scope: ProjectScope) {
  return useDeleteSavedView(callsOf(scope))
}

function callsOf(scope: ProjectScope) {
  return {
    noun: 'Report',
    queryKey: api.savedReports.key(),
    create: (draft: ReportDraft) => api.savedReports.create.call({ params: scope, body: draft }),
    replace: ({ report_id }: SavedReport, draft: ReportDraft) =>
      api.savedReports.update.call({ params: { ...scope, reportId: report_id }, body: draft }),
    delete: ({ report_id }: SavedReport) => api.savedReports.delete.call({ params: { ...scope, reportId: report_id } }),
    toDraft: ({ name, view, is_mailed }: SavedReport): ReportDraft => ({ name, view, is_mailed }),
  }
}

/** Shown at once, and taken back when it fails. */
export function useMailReport(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const { queryKey } = savedReportsQuery(scope)
  return useMutation({
    mutationFn: ({ report, is_mailed }: { report: SavedReport; is_mailed: boolean }) =>
      api.savedReports.update.call({ params: { ...scope, reportId: report.report_id }, body: { is_mailed } }),
    onMutate: async ({ report, is_mailed }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (reports) =>
        reports?.map((one) => (one.report_id === report.report_id ? { ...one, is_mailed } : one)),
      )
    },
    onSuccess: ({ name, is_mailed: isMailed }) =>
      void showToast({ title: isMailed ? 'Mailed every Monday at eight' : 'No longer mailed', message: name }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.savedReports.key() }),
  })
}
