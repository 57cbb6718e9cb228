import type { Link } from '@linkshelf/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconChartDots, IconCopy, IconDots, IconPencil, IconShare2, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import { useCan } from '../../../session/permissions.tsx'
import { useCanShare } from '../../../ui/browser/share-url.ts'
import { copyLink } from '../copy-link.ts'
import type { LinkDialogKind, OpenLinkDialog } from '../dialogs/link-dialogs.tsx'
import { formatLinkName } from '../link-name.ts'
import { shareLink } from '../share-link.tsx'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface LinkMenuProps {
  link: Link
  /** The path of the link's full analytics, if the organization has full analytics. */
  fullAnalyticsTo: string | undefined
  onDialog: OpenLinkDialog
}

/** Shows the actions of a link. When a dialog closes, the focus returns to the button of the menu. */
export function LinkMenu({ link, fullAnalyticsTo, onDialog }: LinkMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const ArchiveIcon = link.archived ? IconArchiveOff : IconArchive
  const canShare = useCanShare(link.url)
  const canChange = useCan('links.update')
  const openDialog = (kind: LinkDialogKind) => onDialog(kind, [link], opener.current)

  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${formatLinkName(link)}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy {...iconProps} />} onClick={() => void copyLink(link)}>
          Copy URL
        </Menu.Item>
        {canShare && (
          <Menu.Item leftSection={<IconShare2 {...iconProps} />} onClick={() => void shareLink(link)}>
            Share
          </Menu.Item>
        )}
        {canChange && (
          <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => openDialog('edit')}>
            Edit
          </Menu.Item>
        )}
        {fullAnalyticsTo !== undefined && (
          <Menu.Item component={RouteLink} to={fullAnalyticsTo} leftSection={<IconChartDots {...iconProps} />}>
            Full Analytics
          </Menu.Item>
        )}
        {canChange && (
          <>
            <Menu.Item leftSection={<ArchiveIcon {...iconProps} />} onClick={() => openDialog('archive')}>
              {link.archived ? 'Unarchive' : 'Archive'}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="var(--mantine-color-error)" leftSection={<IconTrash {...iconProps} />} onClick={() => openDialog('delete')}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
