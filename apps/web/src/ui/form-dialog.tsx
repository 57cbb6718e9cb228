import { Button, Group, Modal } from '@mantine/core'
import type { SubmitEvent } from 'react'

export interface FormDialogProps {
  isOpen: boolean
  title: string
  /** What the button says that goes through with it. */
  action: string
  isDangerous?: boolean
  isWorking?: boolean
  /** What it asks about is not there, so there is nothing to go through with. */
  isDisabled?: boolean
  onSubmit: () => void
  onClose: () => void
  /** Runs once the dialog has left the screen. */
  onClosed?: () => void
  /** A field that is to be filled in first carries `data-autofocus`. */
  children: React.ReactNode
}

/** Asks for something, with one way on and one way out. Without a field, the focus is on the way that does no harm. */
export function FormDialog({
  isOpen,
  title,
  action,
  isDangerous,
  isWorking,
  isDisabled,
  onSubmit,
  onClose,
  onClosed,
  children,
}: FormDialogProps) {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!isWorking && !isDisabled) onSubmit()
  }

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <form onSubmit={submit} noValidate>
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red.8' : undefined}
            loading={isWorking}
            disabled={isDisabled}
            data-autofocus={!isDangerous || undefined}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
