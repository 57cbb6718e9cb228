import type { Link } from '@linkshelf/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopyPlus, IconDots, IconEraser, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { linkName } from '../../features/links/link-name.ts'
import { useDuplicateLink } from '../../features/links/use-duplicate-link.ts'
import { linkPath } from './link-paths.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }
const dangerous = 'var(--mantine-color-error)'

interface LinkPageMenuProps {
  scope: ProjectScope
  link: Link
  /** Both open a dialog, which returns the focus to the button of the menu. */
  onDeleteClicks: (opener: HTMLElement | null) => void
  onDelete: (opener: HTMLElement | null) => void
}

/** The rarely used actions of a link. */
export function LinkPageMenu({ scope, link, onDeleteClicks, onDelete }: LinkPageMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const { mutate: duplicate } = useDuplicateLink(scope)
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="default" size={36} aria-label={`More actions of ${linkName(link)}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopyPlus {...iconProps} />}
          onClick={() => duplicate({ link }, { onSuccess: ({ url_id }) => void navigate(linkPath(url_id, 'settings')) })}
        >
          Duplicate
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color={dangerous} leftSection={<IconEraser {...iconProps} />} onClick={() => onDeleteClicks(opener.current)}>
          Delete clicks
        </Menu.Item>
        <Menu.Item color={dangerous} leftSection={<IconTrash {...iconProps} />} onClick={() => onDelete(opener.current)}>
          Delete link
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
