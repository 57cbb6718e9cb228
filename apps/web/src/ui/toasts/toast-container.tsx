import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import classes from './toast-container.module.css'
import { type Toast, toastProps, toastTimeoutMs } from './toast-props.ts'

export function ToastContainer() {
  return <Notifications limit={1} position="bottom-right" containerWidth={400} zIndex={400} />
}

/** Replaces the toast on screen. */
export function replaceToast(toast: Toast): void {
  notifications.clean()
  notifications.show({ ...toastProps(toast), message: messageOf(toast), autoClose: toastTimeoutMs(toast) })
}

function messageOf({ message, undo, action = undo && { label: 'Undo', run: undo } }: Toast): React.ReactNode {
  if (action === undefined) return message
  return (
    <span className={classes.withAction}>
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          notifications.clean()
          action.run()
        }}
      >
        {action.label}
      </Button>
    </span>
  )
}
