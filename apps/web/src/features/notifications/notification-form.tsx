import {
  type NotificationId,
  type NotificationSettings,
  notificationMessages,
  notificationSettingsUpdate,
  profileMessages,
} from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { TimeZoneSelect } from '../../ui/forms/time-zone-select.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { useUnsavedChanges } from '../../ui/forms/use-unsaved-changes.tsx'
import { WarningNotice } from '../../ui/states/warning-notice.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import classes from './notification-form.module.css'

/** The email notifications that the user gets. */
export const notificationSettingsQuery = api.notifications.get.queryOptions()

/** Notifications from the operator. All others are about the user's own links. */
const operatorNotifications: readonly NotificationId[] = ['product_change', 'marketing']

export function NotificationForm({ settings }: { settings: NotificationSettings }) {
  const { form, field, submit, isPending, hasChanges } = useNotificationForm(settings)
  useUnsavedChanges(hasChanges)

  const switches = settings.preferences.map(({ id, name, description }, index) => ({
    id,
    element: (
      <DescribedSwitch
        key={id}
        className={classes.preference}
        classNames={{ labelWrapper: classes.words }}
        labelPosition="left"
        label={name}
        description={description}
        {...form.getInputProps(`preferences.${index}.enabled`, { type: 'checkbox' })}
      />
    ),
  }))
  const listElements = (isFromOperator: boolean) =>
    switches.filter(({ id }) => operatorNotifications.includes(id) === isFromOperator).map(({ element }) => element)

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {settings.undeliverable_email !== null && (
        <WarningNotice title="Emails don’t reach you">
          The mail server rejected {settings.undeliverable_email}, so no notifications are sent there. Once the address receives mail again,
          save your preferences below to get them.
        </WarningNotice>
      )}
      <Group title="Your links">
        {listElements(false)}
        <TimeZoneSelect
          className={classes.timeZone}
          present={settings.time_zone}
          description="Used for daily reports and charts."
          {...field('time_zone')}
        />
      </Group>
      <Group title="News from Linkshelf">{listElements(true)}</Group>
      <div className={classes.save}>
        <Button type="submit" loading={isPending}>
          Save Notification Preferences
        </Button>
        <span role="status">{hasChanges ? 'Unsaved changes' : ''}</span>
      </div>
    </form>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card>
        <Title order={3} id={id}>
          {title}
        </Title>
        {children}
      </Card>
    </section>
  )
}

/**
 * Returns the form of the notification preferences. Until a time zone is saved, the form offers the browser's time
 * zone.
 */
function useNotificationForm(settings: NotificationSettings) {
  const queryClient = useQueryClient()
  const { form, field, submit, isPending } = useContractForm(notificationSettingsUpdate, {
    initialValues: toNotificationValues(settings),
    send: async (draft) => accept(await api.notifications.update.call({ body: draft })),
    onSuccess: () => void showToast({ title: profileMessages.settingUpdated, message: notificationMessages.saved }),
    onError: (error) => void showErrorToast(error, { fallback: notificationMessages.saveFailed }),
  })

  function accept(saved: NotificationSettings): void {
    queryClient.setQueryData(notificationSettingsQuery.queryKey, saved)
    form.setInitialValues(toNotificationValues(saved))
    form.resetDirty(toNotificationValues(saved))
  }

  return { form, field, submit, isPending, hasChanges: form.isDirty() }
}

function toNotificationValues({ time_zone, preferences }: NotificationSettings) {
  return { time_zone: time_zone ?? getBrowserTimeZone(), preferences: preferences.map(({ id, enabled }) => ({ id, enabled })) }
}
