import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export function ToastShelf() {
  return <Notifications limit={1} position="bottom-right" containerWidth={400} zIndex={400} />
}
