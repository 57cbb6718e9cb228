import {
  type AnalyticsView,
  analyticsViewMessages,
  type SavedAnalyticsView,
  toAnalyticsView,
  toAnalyticsViewQuery,
} from '@linkshelf/contract'
import { Menu } from '@mantine/core'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api, type ProjectScope } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { type MenuOpener, SavedViewItems } from '../../saved-views/saved-view-menu.tsx'
import type { SavedViewKind } from '../../saved-views/saved-view-queries.ts'
import classes from './analytics-view-items.module.css'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

/** The items of the menu. They read a view from the URL with the schema of stored views. */
export function AnalyticsViewItems({ scope, opener }: { scope: ProjectScope; opener: MenuOpener }) {
  const view = toAnalyticsView(useLocation().search)
  const mailing = useSetViewMailed(scope)
  return (
    <SavedViewItems
      kind={createAnalyticsViewKind(scope)}
      opener={opener}
      query={toAnalyticsViewQuery(view)}
      draftOf={(name) => ({ name, view })}
      hint="Save what you see under a name, and have it mailed every Monday."
      markOf={({ is_mailed: isMailed }) => isMailed && <IconMail role="img" aria-label="mailed every Monday" size={16} stroke={1.6} />}
    >
      {(saved) => (
        <Menu.CheckboxItem
          classNames={{ itemLabel: classes.mailing, itemIndicator: classes.indicator }}
          rightSection={saved.is_mailed && <IconCheck {...iconProps} />}
          checked={saved.is_mailed}
          onChange={(is_mailed) => mailing.mutate({ saved, is_mailed })}
        >
          <IconMail {...iconProps} />
          Mail it every Monday
        </Menu.CheckboxItem>
      )}
    </SavedViewItems>
  )
}

interface AnalyticsViewDraft {
  name: string
  view: AnalyticsView
  /** If omitted, a saved view keeps its setting, and a new view is not mailed. */
  is_mailed?: boolean
}

function savedViewsQuery(scope: ProjectScope) {
  return api.savedReports.list.queryOptions({ input: { params: scope } })
}

function createAnalyticsViewKind(scope: ProjectScope): SavedViewKind<SavedAnalyticsView, AnalyticsViewDraft> {
  return {
    noun: 'View',
    messages: analyticsViewMessages,
    placeholder: 'Phones in Germany',
    nameTaken: 'SAVED_REPORT_NAME_TAKEN',
    list: savedViewsQuery(scope),
    create: (draft) => api.savedReports.create.call({ params: scope, body: draft }),
    replace: ({ report_id }, draft) => api.savedReports.update.call({ params: { ...scope, reportId: report_id }, body: draft }),
    delete: ({ report_id }) => api.savedReports.delete.call({ params: { ...scope, reportId: report_id } }),
    toDraft: ({ name, view, is_mailed }) => ({ name, view, is_mailed }),
    idOf: ({ report_id }) => report_id,
    queryOf: ({ view }) => toAnalyticsViewQuery(view),
  }
}

/** Turns the mailing of a view on or off. The choice is shown immediately, and reverted if the call fails. */
function useSetViewMailed(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const { queryKey } = savedViewsQuery(scope)
  return useMutation({
    mutationFn: ({ saved, is_mailed }: { saved: SavedAnalyticsView; is_mailed: boolean }) =>
      api.savedReports.update.call({ params: { ...scope, reportId: saved.report_id }, body: { is_mailed } }),
    onMutate: async ({ saved, is_mailed }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (views) => views?.map((one) => (one.report_id === saved.report_id ? { ...one, is_mailed } : one)))
    },
    onSuccess: ({ name, is_mailed: isMailed }) =>
      void showToast({ title: isMailed ? 'Mailed every Monday at eight' : 'No longer mailed', message: name }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
