import type { Link } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { OnDemand } from '../../../ui/on-demand.tsx'
import type { OpenLinkDialog } from '../dialogs/link-dialogs-host.tsx'
import { linkName } from '../link-name.ts'

const LinkMenuItems = lazyComponent(() => import('./link-menu-items.tsx').then((module) => module.LinkMenuItems))

interface LinkMenuProps {
  link: Link
  /** The address of its full analytics, where the organization has them. */
  fullAnalyticsTo: string | undefined
  onDialog: OpenLinkDialog
}

/** What can be done with a link. The focus comes back to its button from whatever is asked. */
export function LinkMenu({ link, fullAnalyticsTo, onDialog }: LinkMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)

  const button = (
    <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${linkName(link)}`} aria-haspopup="menu">
      <IconDots aria-hidden size={18} />
    </ActionIcon>
  )
  return (
    <OnDemand button={button}>
      <LinkMenuItems
        button={button}
        link={link}
        fullAnalyticsTo={fullAnalyticsTo}
        onAsk={(kind) => onDialog(kind, [link], opener.current)}
      />
    </OnDemand>
  )
}
