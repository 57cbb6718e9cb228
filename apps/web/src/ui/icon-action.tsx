import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface IconActionProps {
  /** "Edit" */
  verb: string
  /** The object of the action, part of the accessible name. */
  name: string
  Icon: Icon
  onClick: (button: HTMLButtonElement) => void
}

/** Something to do with one thing of many: a picture, its word on hover, and the thing's name for those who listen. */
export function IconAction({ verb, name, Icon, onClick }: IconActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="lg"
      title={verb}
      aria-label={`${verb} ${name}`}
      onClick={(event) => onClick(event.currentTarget)}
    >
      <Icon aria-hidden size={17} stroke={1.6} />
    </ActionIcon>
  )
}
