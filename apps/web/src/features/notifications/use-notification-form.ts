import { type NotificationSettings, notificationMessages, notificationSettingsUpdate, profileMessages } from '@linkshelf/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { ownTimeZone } from '../../ui/formats/dates.ts'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { notificationSettingsQuery } from './notification-form.tsx'

/** The preferences while they are edited. The time zone of the browser is offered until one was saved. */
export function useNotificationForm(settings: NotificationSettings) {
  const queryClient = useQueryClient()
  const { form, field, submit, isPending } = useContractForm(notificationSettingsUpdate, {
    initialValues: toValues(settings),
    send: async (draft) => accept(await api.notifications.update.call({ body: draft })),
    onSuccess: () => void showToast({ title: profileMessages.settingUpdated, message: notificationMessages.saved }),
    onError: (error) => void showErrorToast(error, { fallback: notificationMessages.saveFailed }),
  })

  function accept(saved: NotificationSettings): void {
    queryClient.setQueryData(notificationSettingsQuery.queryKey, saved)
    form.setInitialValues(toValues(saved))
    form.resetDirty(toValues(saved))
  }

  return { form, field, submit, isPending, hasChanges: form.isDirty() }
}

function toValues({ time_zone, preferences }: NotificationSettings) {
  return { time_zone: time_zone ?? ownTimeZone(), preferences: preferences.map(({ id, enabled }) => ({ id, enabled })) }
}
