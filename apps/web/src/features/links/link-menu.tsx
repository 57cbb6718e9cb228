import type { Link } from '@linkshelf/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { copyLink } from './copy-link.ts'
import type { OpenLinkDialog } from './link-dialogs-host.tsx'
import { linkName } from './link-name.ts'

export function LinkMenu({ link, onDialog }: { link: Link; onDialog: OpenLinkDialog }) {
  const button = useRef<HTMLButtonElement>(null)
  const ArchiveIcon = link.archived ? IconArchiveOff : IconArchive

  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${linkName(link)}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy aria-hidden size={16} stroke={1.6} />} onClick={() => void copyLink(link)}>
          Copy URL
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil aria-hidden size={16} stroke={1.6} />} onClick={() => onDialog('edit', link, button.current)}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<ArchiveIcon aria-hidden size={16} stroke={1.6} />}
          onClick={() => onDialog('archive', link, button.current)}
        >
          {link.archived ? 'Unarchive' : 'Archive'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash aria-hidden size={16} stroke={1.6} />}
          onClick={() => onDialog('delete', link, button.current)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
