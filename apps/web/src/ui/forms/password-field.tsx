import { PasswordInput, type PasswordInputProps } from '@mantine/core'

type PasswordFieldProps = PasswordInputProps & { label: string; autoComplete: 'current-password' | 'new-password' }

/** A password, with a button that shows it. */
export function PasswordField({ label, error, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      error={error}
      // Set here, because Mantine marks the frame as invalid instead of the input.
      aria-invalid={Boolean(error) || undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
      {...props}
    />
  )
}
