import { type Link, labelColor } from '@linkshelf/contract'
import { LinkHealthTag } from '../../../features/links/health/link-health-tag.tsx'
import { Address, withoutScheme } from '../../../ui/formats/address.tsx'
import { showInstant } from '../../../ui/formats/dates.ts'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from './link-columns.module.css'

/** The other labels are on the link's own screen. */
const maxLabels = 2

export interface LinkRow {
  link: Link
}

/** The columns that every table of links has. */
export const linkColumns: readonly Column<LinkRow>[] = [
  {
    id: 'target',
    header: 'Target',
    cell: ({ link }) => <Address href={link.target} />,
    beside: ({ link }) => (
      <>
        <LinkHealthTag health={link.health} />
        {link.archived && <Tag>Archived</Tag>}
      </>
    ),
    className: classes.target,
  },
  {
    id: 'labels',
    header: 'Labels',
    cell: ({ link }) => (
      <span>
        {link.labels.slice(0, maxLabels).map((label) => (
          <Tag key={label} color={labelColor(label)}>
            {label}
          </Tag>
        ))}
      </span>
    ),
    className: classes.labels,
  },
  { id: 'short-url', header: 'Short URL', cell: ({ link }) => withoutScheme(link.url), className: classes.shortUrl },
  {
    id: 'created',
    header: 'Created',
    cell: ({ link }) => <time dateTime={link.created_at}>{showInstant(link.created_at)}</time>,
    className: classes.created,
  },
]

/** A row leads to the link's analytics. */
export function linkRowLink({ link }: LinkRow): { to: string; title: string } {
  return { to: `/analytics/link/${link.url_id}`, title: link.target }
}
