import type { Link } from '@linkshelf/contract'
import { IconChartBar } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { formatInstant, formatTimeAgo } from '../../../ui/formats/dates.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { OpenLinkDialog } from '../dialogs/link-dialogs.tsx'
import { LinkHealthTag } from '../health/link-health-tag.tsx'
import { LinkLabels } from '../link-labels.tsx'
import { formatLinkName } from '../link-name.ts'
import { PageTag } from '../page-tag.tsx'
import { LinkAddressesLine } from './link-addresses-line.tsx'
import classes from './link-card.module.css'
import { LinkCheckbox } from './link-checkbox.tsx'
import { LinkMenu } from './link-menu.tsx'

export interface LinkCardProps {
  link: Link
  /** The link's earnings and clicks, rendered by the features that know them. */
  clicks: React.ReactNode
  isSelected: boolean
  /** False if the maximum number of links is already selected. */
  canSelect: boolean
  fullAnalyticsTo: string | undefined
  labelTo: (label: string) => string
  onSelect: (link: Link, isRange: boolean) => void
  onDialog: OpenLinkDialog
}

/** Maximum number of labels that fits beside a title. */
const maxLabels = 2

/** A placeholder for a card that is rendered in React's next commit. */
export function EmptyLinkCard() {
  return <li aria-hidden className={classes.card} />
}

/**
 * A row of the link list. It uses plain elements instead of the library's components, because a page has twenty rows
 * and must not block a phone. The title's link covers the row.
 */
export function LinkCard({ link, clicks, isSelected, canSelect, fullAnalyticsTo, labelTo, onSelect, onDialog }: LinkCardProps) {
  const name = formatLinkName(link)
  const hasLongTag = link.health.state === 'failed_once'
  const labelCount = hasLongTag ? 1 : maxLabels
  const labels = link.labels.slice(0, labelCount)
  const moreLabels = link.labels.slice(labelCount)
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      <LinkCheckbox link={link} isSelected={isSelected} isDisabled={!canSelect} onSelect={onSelect} />
      <div className={classes.what}>
        <div className={classes.head}>
          <h2 className={classes.name}>
            <RouteLink to={`/links/${link.url_id}`}>{name}</RouteLink>
          </h2>
          {link.pending && <Tag tone="pending">Pending</Tag>}
          <PageTag page={link.page} />
          <LinkHealthTag health={link.health} />
          {link.archived && <Tag>Archived</Tag>}
          <span className={classes.labels} data-beside-long-tag={hasLongTag || undefined}>
            <LinkLabels labels={labels} to={labelTo} />
            {moreLabels.length > 0 && (
              <span className={classes.more} title={moreLabels.join(', ')}>
                +{moreLabels.length}
              </span>
            )}
          </span>
          <time className={classes.age} dateTime={link.created_at} title={formatInstant(link.created_at)}>
            {formatTimeAgo(link.created_at, Date.now())}
          </time>
        </div>
        <LinkAddressesLine link={link} />
      </div>
      <div className={classes.clicks}>{clicks}</div>
      <div className={classes.actions}>
        <RouteLink to={`/links/${link.url_id}`} className={classes.stats} aria-label={`Stats of ${name}`}>
          <IconChartBar aria-hidden size={16} stroke={1.6} />
          Stats
        </RouteLink>
        <LinkMenu link={link} fullAnalyticsTo={fullAnalyticsTo} onDialog={onDialog} />
      </div>
    </li>
  )
}
