import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface IconActionProps {
  /** The name of the action, for example "Edit". */
  action: string
  /** The name of the thing that the action applies to. It is part of the accessible name. */
  name: string
  Icon: Icon
  /** True if the action is not possible now. The button can still have the focus. */
  isDisabled?: boolean
  onClick: (button: HTMLButtonElement) => void
}

/**
 * An icon button for one entry of a list: the action is shown on hover, and screen readers read it with
 * the name of the entry.
 */
export function IconAction({ action, name, Icon, isDisabled, onClick }: IconActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="lg"
      title={action}
      aria-label={`${action} ${name}`}
      aria-disabled={isDisabled || undefined}
      opacity={isDisabled ? 0.4 : undefined}
      onClick={(event) => isDisabled || onClick(event.currentTarget)}
    >
      <Icon aria-hidden size={17} stroke={1.6} />
    </ActionIcon>
  )
}
