import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { type Toast, toastLook, toastStayMs } from './toast-look.ts'

export function ToastShelf() {
  return <Notifications limit={1} position="bottom-right" containerWidth={400} zIndex={400} />
}

/** A new toast takes the place of the last. */
export function putOnShelf(toast: Toast): void {
  notifications.clean()
  notifications.show({ ...toastLook(toast), autoClose: toastStayMs(toast) })
}
