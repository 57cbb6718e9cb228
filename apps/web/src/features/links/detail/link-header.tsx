import type { Link } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconChartDots, IconCopy, IconPencil } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { copyLink } from '../copy-link.ts'
import type { OpenLinkDialog } from '../dialogs/open-link-dialog.ts'
import { LinkHeading } from './link-heading.tsx'
import { TargetButton } from './target-button.tsx'

interface LinkHeaderProps {
  link: Link
  /** The path of its full analytics, when the organization has them. */
  fullAnalyticsTo: string | undefined
  onDialog: OpenLinkDialog
}

export function LinkHeader({ link, fullAnalyticsTo, onDialog }: LinkHeaderProps) {
  return (
    <LinkHeading link={link} back={{ to: '/links', label: 'All links' }}>
      <Button leftSection={<IconCopy aria-hidden size={17} />} onClick={() => void copyLink(link)}>
        Copy Short Link
      </Button>
      <TargetButton target={link.target}>Visit Original</TargetButton>
      {fullAnalyticsTo !== undefined && (
        <Button component={RouteLink} to={fullAnalyticsTo} variant="default" leftSection={<IconChartDots aria-hidden size={17} />}>
          Full Analytics
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil aria-hidden size={17} />}
        onClick={(event) => onDialog('edit', [link], event.currentTarget)}
      >
        Edit URL
      </Button>
      <Button
        variant="default"
        leftSection={link.archived ? <IconArchiveOff aria-hidden size={17} /> : <IconArchive aria-hidden size={17} />}
        onClick={(event) => onDialog('archive', [link], event.currentTarget)}
      >
        {link.archived ? 'Unarchive' : 'Archive'}
      </Button>
    </LinkHeading>
  )
}
