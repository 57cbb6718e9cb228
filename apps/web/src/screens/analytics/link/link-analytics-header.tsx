import type { Link } from '@linkshelf/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots, IconPencil } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import { LinkHeading } from '../../../features/links/detail/link-heading.tsx'
import { TargetButton } from '../../../features/links/detail/target-button.tsx'
import { linkName } from '../../../features/links/link-name.ts'
import { LazyDropdown } from '../../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'

const LinkAnalyticsMenu = lazyComponent(() => import('./link-analytics-menu.tsx').then((module) => module.LinkAnalyticsMenu))

interface LinkAnalyticsHeaderProps {
  link: Link
  /** Confirms that the link's clicks are deleted; the focus returns to `from`. */
  onDeleteClicks: (from: HTMLElement | null) => void
}

export function LinkAnalyticsHeader({ link, onDeleteClicks }: LinkAnalyticsHeaderProps) {
  const menuButton = useRef<HTMLButtonElement>(null)
  const button = (
    <ActionIcon ref={menuButton} variant="default" size={36} aria-label={`More actions of ${linkName(link)}`} aria-haspopup="menu">
      <IconDots aria-hidden size={18} />
    </ActionIcon>
  )
  return (
    <LinkHeading link={link} back={{ to: '/analytics', label: 'Analytics' }}>
      <TargetButton target={link.target}>Open Target</TargetButton>
      <Button component={RouteLink} to={`/links/${link.url_id}`} variant="default" leftSection={<IconPencil aria-hidden size={17} />}>
        Edit
      </Button>
      <LazyDropdown button={button} preload={LinkAnalyticsMenu.preload}>
        <LinkAnalyticsMenu button={button} onDeleteClicks={() => onDeleteClicks(menuButton.current)} />
      </LazyDropdown>
    </LinkHeading>
  )
}
