import type { Link } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { LazyDropdown } from '../../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'
import type { OpenLinkDialog } from '../dialogs/open-link-dialog.ts'
import { linkName } from '../link-name.ts'

const LinkMenuItems = lazyComponent(() => import('./link-menu-items.tsx').then((module) => module.LinkMenuItems))

interface LinkMenuProps {
  link: Link
  /** The address of its full analytics, where the organization has them. */
  fullAnalyticsTo: string | undefined
  onDialog: OpenLinkDialog
}

/** The actions of a link. Its dialogs return the focus to the button of the menu. */
export function LinkMenu({ link, fullAnalyticsTo, onDialog }: LinkMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)

  const button = (
    <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${linkName(link)}`} aria-haspopup="menu">
      <IconDots aria-hidden size={18} />
    </ActionIcon>
  )
  return (
    <LazyDropdown button={button} preload={LinkMenuItems.preload}>
      <LinkMenuItems
        button={button}
        link={link}
        fullAnalyticsTo={fullAnalyticsTo}
        onDialog={(kind) => onDialog(kind, [link], opener.current)}
      />
    </LazyDropdown>
  )
}
