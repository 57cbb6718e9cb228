import type { Link } from '@linkshelf/contract'
import { Menu } from '@mantine/core'
import { IconCopyPlus, IconEraser, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ProjectScope } from '../../api.ts'
import { useDuplicateLink } from '../../features/links/use-duplicate-link.ts'
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx'
import { linkPath } from './link-paths.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }
const dangerous = 'var(--mantine-color-error)'

interface LinkPageMenuProps {
  button: React.ReactElement
  scope: ProjectScope
  link: Link
  onDeleteClicks: () => void
  onDelete: () => void
}

/** The rarely used actions of a link. */
export function LinkPageMenu({ button, scope, link, onDeleteClicks, onDelete }: LinkPageMenuProps) {
  const { mutate: duplicate } = useDuplicateLink(scope)
  const navigate = useNavigate()
  return (
    <DropdownMenu button={button} position="bottom-end" width={190}>
      <Menu.Item
        leftSection={<IconCopyPlus {...iconProps} />}
        onClick={() => duplicate({ link }, { onSuccess: ({ url_id }) => void navigate(linkPath(url_id, 'settings')) })}
      >
        Duplicate
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color={dangerous} leftSection={<IconEraser {...iconProps} />} onClick={onDeleteClicks}>
        Delete clicks
      </Menu.Item>
      <Menu.Item color={dangerous} leftSection={<IconTrash {...iconProps} />} onClick={onDelete}>
        Delete link
      </Menu.Item>
    </DropdownMenu>
  )
}
