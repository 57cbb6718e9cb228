import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { ActionIcon, Skeleton, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Can } from '../../../session/permissions.tsx'
import { formatInstant } from '../../../ui/formats/dates.ts'
import type { OpenLinkDialog } from '../dialogs/link-dialogs.tsx'
import { toLinksWithLabelPath } from '../link-filter.ts'
import { LinkLabels } from '../link-labels.tsx'
import classes from './link-details.module.css'

interface LinkDetailsProps {
  link: Link
  /** The clicks of all time. Undefined while they load. */
  totalClicks: React.ReactNode
  trend: React.ReactNode
  onDialog: OpenLinkDialog
}

export function LinkDetails({ link, totalClicks, trend, onDialog }: LinkDetailsProps) {
  return (
    <section className={classes.details}>
      <Title order={2}>Link Details</Title>
      <dl className={classes.facts}>
        <dt>Short URL</dt>
        <dd className={classes.short}>
          <a href={link.url} target="_blank" rel="noreferrer">
            {formatReadableShortUrl(link.url)}
          </a>
        </dd>
        <dt>Page title</dt>
        <dd>{link.pending && link.title === null ? 'Fetching title…' : link.title || 'No title detected'}</dd>
        <dt>Created</dt>
        <dd>
          <time dateTime={link.created_at}>{formatInstant(link.created_at)}</time>
        </dd>
        <dt>Labels</dt>
        <dd className={classes.labels}>
          {link.labels.length === 0 ? (
            <span className={classes.none}>None</span>
          ) : (
            <LinkLabels labels={link.labels} to={toLinksWithLabelPath} />
          )}
          <Can call="links.update">
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              size="sm"
              aria-label="Edit labels"
              onClick={(event) => onDialog('edit', [link], event.currentTarget, 'labels')}
            >
              <IconPencil aria-hidden size={15} />
            </ActionIcon>
          </Can>
        </dd>
        {link.notes !== null && (
          <>
            <dt>Notes</dt>
            <dd className={classes.notes}>{link.notes}</dd>
          </>
        )}
        <dt>Total clicks</dt>
        <dd>{totalClicks ?? <Skeleton width={48} height={20} />}</dd>
        <dt>Trend</dt>
        <dd>{trend ?? <Skeleton width={64} height={20} />}</dd>
      </dl>
    </section>
  )
}
