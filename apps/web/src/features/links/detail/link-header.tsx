import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowRight, IconCopy, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { Can } from '../../../session/permissions.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Address, toSiteName } from '../../../ui/formats/address.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { AffiliationNote } from '../affiliation/affiliation-tag.tsx'
import { copyLink } from '../copy-link.ts'
import type { OpenLinkDialog } from '../dialogs/link-dialogs.tsx'
import { LinkHealthTag } from '../health/link-health-tag.tsx'
import { formatLinkName } from '../link-name.ts'
import { PageTag } from '../page-tag.tsx'
import { ShareLinkButton } from '../share-link.tsx'
import { InlineSiteIcon } from '../site-icon.tsx'
import classes from './link-header.module.css'

interface LinkHeaderProps {
  link: Link
  /** The list that the back link leads to. */
  back: { to: string; label: string }
  /** The path of the page where the link is edited. Undefined on that page, where a dialog edits the target instead. */
  editTo: string | undefined
  /** The menu of the rarely used actions. */
  menu: React.ReactNode
  onDialog: OpenLinkDialog
}

/** The header of a link's page shows the link's name, short URL, target and actions. */
export function LinkHeader({ link, back, editTo, menu, onDialog }: LinkHeaderProps) {
  const edit = { variant: 'default', leftSection: <IconPencil aria-hidden size={17} /> } as const
  return (
    <header className={classes.header}>
      <div className={classes.back}>
        <BackLink to={back.to}>{back.label}</BackLink>
      </div>
      <div className={classes.names}>
        <div className={classes.head}>
          <Title order={1} className={classes.name}>
            {formatLinkName(link)}
          </Title>
          {link.pending && <Tag tone="pending">Pending</Tag>}
          <PageTag page={link.page} />
          <LinkHealthTag health={link.health} />
          {link.archived && <Tag>Archived</Tag>}
        </div>
        {link.affiliation.state !== 'earns' && (
          <div className={classes.affiliation}>
            <AffiliationNote link={link} />
          </div>
        )}
        <p className={classes.addresses} title={link.target}>
          <strong>{formatReadableShortUrl(link.url)}</strong>
          <IconArrowRight aria-hidden size={15} stroke={1.8} />
          <InlineSiteIcon link={link} />
          <span className={classes.target}>
            <Address href={toSiteName(link.target)} />
          </span>
        </p>
      </div>
      <div className={classes.actions}>
        <Button leftSection={<IconCopy aria-hidden size={17} />} onClick={() => void copyLink(link)}>
          Copy Short Link
        </Button>
        <ShareLinkButton link={link} variant="default" />
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
        <Can call="links.update">
          {editTo === undefined ? (
            <Button {...edit} onClick={(event) => onDialog('edit', [link], event.currentTarget)}>
              Edit URL
            </Button>
          ) : (
            <Button {...edit} component={RouteLink} to={editTo}>
              Edit
            </Button>
          )}
          <Button
            variant="default"
            leftSection={link.archived ? <IconArchiveOff aria-hidden size={17} /> : <IconArchive aria-hidden size={17} />}
            onClick={(event) => onDialog('archive', [link], event.currentTarget)}
          >
            {link.archived ? 'Unarchive' : 'Archive'}
          </Button>
        </Can>
        <div className={classes.menu}>{menu}</div>
      </div>
    </header>
  )
}
