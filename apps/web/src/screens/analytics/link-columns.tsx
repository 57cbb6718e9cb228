import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { useSearchParams } from 'react-router'
import { toQueryWithConditions } from '../../features/analytics/conditions/url-conditions.ts'
import { LabelTag } from '../../features/labels/label-tag.tsx'
import { LinkHealthTag } from '../../features/links/health/link-health-tag.tsx'
import { LinkLabels } from '../../features/links/link-labels.tsx'
import { formatLinkName } from '../../features/links/link-name.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { Address } from '../../ui/formats/address.tsx'
import { formatInstant } from '../../ui/formats/dates.ts'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './link-columns.module.css'

/** Maximum number of labels in a row. The link's own screen shows all labels. */
const maxLabels = 2

export interface LinkRow {
  link: Link
}

/** The columns that every table of links has. */
export const linkColumns: readonly Column<LinkRow>[] = [
  {
    id: 'link',
    header: 'Link',
    cell: ({ link }) => <LinkCell link={link} />,
    sortValue: ({ link }) => formatLinkName(link),
    className: classes.target,
  },
  {
    id: 'labels',
    header: 'Labels',
    cell: ({ link }) => <LabelsCell link={link} />,
    className: classes.labels,
  },
  {
    id: 'short-url',
    header: 'Short URL',
    cell: ({ link }) => formatReadableShortUrl(link.url),
    sortValue: ({ link }) => link.url,
    className: classes.shortUrl,
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ link }) => <time dateTime={link.created_at}>{formatInstant(link.created_at)}</time>,
    sortValue: ({ link }) => link.created_at,
    className: classes.created,
  },
]

/** Shows the link's title with the target below. If the link has no title, shows only the target. */
function LinkCell({ link }: LinkRow) {
  const target = <Address href={link.target} />
  if (link.title === null || link.title === '') return target
  return (
    <>
      {link.title}
      <small>{target}</small>
    </>
  )
}

/**
 * Shows the state and the labels of a link. With full analytics, a click on a label limits the screen to links with the
 * label.
 */
function LabelsCell({ link }: LinkRow) {
  const { hasFullAnalytics } = useProject().entitlements
  const [params] = useSearchParams()
  const labels = link.labels.slice(0, maxLabels)
  return (
    <span>
      <LinkHealthTag health={link.health} />
      {link.archived && <Tag>Archived</Tag>}
      {hasFullAnalytics ? (
        <LinkLabels labels={labels} to={(label) => toQueryWithConditions(params, { label })} />
      ) : (
        labels.map((label) => <LabelTag key={label} name={label} />)
      )}
    </span>
  )
}

export function toRowLink({ link }: LinkRow): { to: string; title: string } {
  return { to: `/analytics/link/${link.url_id}`, title: link.target }
}
