import { Text } from '@mantine/core'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

interface ConfirmDialogProps extends Omit<FormDialogProps, 'onSubmit'> {
  onConfirm: () => void
}

export function ConfirmDialog({ onConfirm, children, ...dialog }: ConfirmDialogProps) {
  return (
    <FormDialog {...dialog} onSubmit={onConfirm}>
      <Text component="div" c="dimmed">
        {children}
      </Text>
    </FormDialog>
  )
}
