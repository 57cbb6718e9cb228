import { notificationMessages } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { NotificationForm, notificationSettingsQuery } from '../../../features/notifications/notification-form.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import classes from '../settings.module.css'
import { NotificationsSkeleton } from '../tab-skeletons.tsx'
import { TabHeader } from './tab-header.tsx'

export function NotificationsTab() {
  const settings = useQuery(notificationSettingsQuery)
  return (
    <QueryBoundary query={settings} loading={<NotificationsSkeleton />} error={notificationMessages.loadFailed}>
      {(settings) => (
        <div className={classes.stack}>
          <TabHeader title="Notifications">The emails that you get. Every email has an unsubscribe link.</TabHeader>
          <NotificationForm settings={settings} />
        </div>
      )}
    </QueryBoundary>
  )
}
