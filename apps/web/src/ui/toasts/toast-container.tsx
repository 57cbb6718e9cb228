import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { type FollowUpProps, registeredFollowUp } from './follow-up.ts'
import { NextLink } from './next-link.tsx'
import classes from './toast-container.module.css'
import { offerTimeoutMs, type Toast, toastProps, toastTimeoutMs } from './toast-props.ts'

export function ToastContainer() {
  return <Notifications limit={1} position="bottom-right" containerWidth={400} zIndex={400} />
}

/** Replaces the toast on screen. */
export function replaceToast(toast: Toast): void {
  const close = () => notifications.clean()
  close()
  const content = {
    ...toastProps(toast),
    message: (
      <>
        {withAction(toast)}
        <div className={classes.next}>
          {toast.link !== undefined && <NextLink {...toast.link} onFollow={close} />}
          {followUpOf(toast, { onOffer: () => notifications.update({ ...content, id, autoClose: offerTimeoutMs }), onFollow: close })}
        </div>
      </>
    ),
  }
  const id = notifications.show({ ...content, autoClose: toastTimeoutMs(toast) })
}

function followUpOf({ completed }: Toast, props: Omit<FollowUpProps, 'completed'>): React.ReactNode {
  const FollowUp = registeredFollowUp()
  return completed !== undefined && FollowUp && <FollowUp completed={completed} {...props} />
}

function withAction({ message, undo, action = undo && { label: 'Undo', run: undo } }: Toast): React.ReactNode {
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
