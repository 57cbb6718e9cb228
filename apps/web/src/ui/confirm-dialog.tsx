import { Button, Group, Modal, Text } from '@mantine/core'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  action: string
  isDangerous?: boolean
  isWorking?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Runs once the dialog has left the screen. */
  onClosed?: () => void
  children: React.ReactNode
}

export function ConfirmDialog({
  isOpen,
  title,
  action,
  isDangerous,
  isWorking,
  onConfirm,
  onClose,
  onClosed,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <Text component="div" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
          Cancel
        </Button>
        <Button
          color={isDangerous ? 'red.8' : undefined}
          loading={isWorking}
          onClick={onConfirm}
          data-autofocus={!isDangerous || undefined}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
