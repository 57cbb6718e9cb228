import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { type FollowUpProps, findFollowUp } from './follow-up.ts'
import { NextLink } from './next-link.tsx'
import classes from './toast-container.module.css'
import { computeToastTimeoutMs, offerTimeoutMs, type Toast, toNotificationProps } from './toast-props.ts'

export function ToastContainer() {
  return <Notifications limit={1} position="bottom-right" containerWidth={400} zIndex={400} />
}

export function replaceToast(toast: Toast): void {
  const close = () => notifications.clean()
  close()
  const content = {
    ...toNotificationProps(toast),
    message: (
      <>
        {renderMessage(toast)}
        <div className={classes.next}>
          {toast.link !== undefined && <NextLink {...toast.link} onFollow={close} />}
          {renderFollowUp(toast, { onOffer: () => notifications.update({ ...content, id, autoClose: offerTimeoutMs }), onFollow: close })}
        </div>
      </>
    ),
  }
  const id = notifications.show({ ...content, autoClose: computeToastTimeoutMs(toast) })
}

function renderFollowUp({ completed }: Toast, props: Omit<FollowUpProps, 'completed'>): React.ReactNode {
  const FollowUp = findFollowUp()
  return completed !== undefined && FollowUp && <FollowUp completed={completed} {...props} />
}

function renderMessage({ message, undo, action = undo && { label: 'Undo', run: undo } }: Toast): React.ReactNode {
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
