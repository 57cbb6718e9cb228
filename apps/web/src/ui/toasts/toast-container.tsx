import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { type Toast, toastProps, toastTimeoutMs } from './toast-props.ts'

export function ToastContainer() {
  return <Notifications limit={1} position="bottom-right" containerWidth={400} zIndex={400} />
}

/** Replaces the toast on screen. */
export function replaceToast(toast: Toast): void {
  notifications.clean()
  notifications.show({ ...toastProps(toast), autoClose: toastTimeoutMs(toast) })
}
