import type { Link } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowLeft, IconChartDots, IconCopy, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { Tag } from '../../ui/tag.tsx'
import { copyLink } from './copy-link.ts'
import type { OpenLinkDialog } from './link-dialogs-host.tsx'
import classes from './link-header.module.css'
import { withoutScheme } from './link-name.ts'

interface LinkHeaderProps {
  link: Link
  /** The address of its full analytics, where the organization has them. */
  fullAnalyticsTo: string | undefined
  onDialog: OpenLinkDialog
}

export function LinkHeader({ link, fullAnalyticsTo, onDialog }: LinkHeaderProps) {
  return (
    <header className={classes.header}>
      <RouteLink to="/links" className={classes.back}>
        <IconArrowLeft aria-hidden size={16} />
        All links
      </RouteLink>
      <div className={classes.names}>
        <div className={classes.head}>
          <Title order={1}>{withoutScheme(link.url)}</Title>
          {link.pending && <Tag tone="waiting">Pending</Tag>}
          {link.archived && <Tag>Archived</Tag>}
        </div>
        <p className={classes.target} title={link.target}>
          {withoutScheme(link.target)}
        </p>
      </div>
      <div className={classes.actions}>
        <Button leftSection={<IconCopy aria-hidden size={17} />} onClick={() => void copyLink(link)}>
          Copy Short Link
        </Button>
        <Button
          component="a"
          href={link.target}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink aria-hidden size={17} />}
        >
          Visit Original
        </Button>
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
      </div>
    </header>
  )
}
