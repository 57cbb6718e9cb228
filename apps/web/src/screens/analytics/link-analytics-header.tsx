import type { Link } from '@linkshelf/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconEraser, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import { LinkHeading } from '../../features/links/link-heading.tsx'
import { linkName } from '../../features/links/link-name.ts'

interface LinkAnalyticsHeaderProps {
  link: Link
  /** Asks before the link's clicks are deleted; the focus comes back to `from`. */
  onDeleteClicks: (from: HTMLElement | null) => void
}

export function LinkAnalyticsHeader({ link, onDeleteClicks }: LinkAnalyticsHeaderProps) {
  const menuButton = useRef<HTMLButtonElement>(null)
  return (
    <LinkHeading link={link} back={{ to: '/analytics', label: 'Analytics' }}>
      <Button
        component="a"
        href={link.target}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconExternalLink aria-hidden size={17} />}
      >
        Open Target
      </Button>
      <Button component={RouteLink} to={`/links/${link.url_id}`} variant="default" leftSection={<IconPencil aria-hidden size={17} />}>
        Edit
      </Button>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon ref={menuButton} variant="default" size={36} aria-label={`More actions of ${linkName(link)}`}>
            <IconDots aria-hidden size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconEraser aria-hidden size={16} stroke={1.6} />}
            onClick={() => onDeleteClicks(menuButton.current)}
          >
            Delete clicks
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </LinkHeading>
  )
}
