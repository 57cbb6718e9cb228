import type { Link } from '@linkshelf/contract'
import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconChartDots, IconCopy, IconPencil, IconShare2, IconTags, IconTrash } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { useCan } from '../../../permissions.tsx'
import { useCanShare } from '../../../ui/browser/share-url.ts'
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx'
import { copyLink } from '../copy-link.ts'
import type { LinkDialogKind } from '../dialogs/open-link-dialog.ts'
import { shareLink } from '../share-link.tsx'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface LinkMenuItemsProps {
  button: React.ReactElement
  link: Link
  fullAnalyticsTo: string | undefined
  onDialog: (kind: LinkDialogKind) => void
}

export function LinkMenuItems({ button, link, fullAnalyticsTo, onDialog }: LinkMenuItemsProps) {
  const ArchiveIcon = link.archived ? IconArchiveOff : IconArchive
  const canShare = useCanShare(link.url)
  const canChange = useCan('links.update')

  return (
    <DropdownMenu button={button} position="bottom-end" width={190}>
      <Menu.Item leftSection={<IconCopy {...iconProps} />} onClick={() => void copyLink(link)}>
        Copy URL
      </Menu.Item>
      {canShare && (
        <Menu.Item leftSection={<IconShare2 {...iconProps} />} onClick={() => void shareLink(link)}>
          Share
        </Menu.Item>
      )}
      {canChange && (
        <>
          <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => onDialog('edit')}>
            Edit
          </Menu.Item>
          <Menu.Item leftSection={<IconTags {...iconProps} />} onClick={() => onDialog('labels')}>
            Labels
          </Menu.Item>
        </>
      )}
      {fullAnalyticsTo !== undefined && (
        <Menu.Item component={RouteLink} to={fullAnalyticsTo} leftSection={<IconChartDots {...iconProps} />}>
          Full Analytics
        </Menu.Item>
      )}
      {canChange && (
        <>
          <Menu.Item leftSection={<ArchiveIcon {...iconProps} />} onClick={() => onDialog('archive')}>
            {link.archived ? 'Unarchive' : 'Archive'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="var(--mantine-color-error)" leftSection={<IconTrash {...iconProps} />} onClick={() => onDialog('delete')}>
            Delete
          </Menu.Item>
        </>
      )}
    </DropdownMenu>
  )
}
