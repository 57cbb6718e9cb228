import { type Link, labelColor } from '@linkshelf/contract'
import type { RefObject } from 'react'
import { Link as RouteLink } from 'react-router'
import { withoutScheme } from '../../features/links/link-name.ts'
import { showInstant } from '../../ui/dates.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './link-table.module.css'

/** A row is a line: the other labels are on the link's own screen. */
const labelsShown = 2

interface LinkTableProps {
  label: string
  /** The heads of the columns between the day and the actions. */
  counted: readonly string[]
  rows?: RefObject<HTMLTableSectionElement | null>
  isBusy?: boolean
  children: React.ReactNode
}

/** Links as a table; on small screens each row is a card. */
export function LinkTable({ label, counted, rows, isBusy, children }: LinkTableProps) {
  return (
    <div className={classes.room}>
      <table className={classes.table} aria-label={label} aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">Labels</th>
            <th scope="col">Short URL</th>
            <th scope="col">Created</th>
            {counted.map((word) => (
              <th key={word} scope="col" className={classes.number}>
                {word}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={rows}>{children}</tbody>
      </table>
    </div>
  )
}

interface LinkRowProps {
  link: Link
  /** One for each of the table's counted columns. */
  counts: readonly { word: string; value: React.ReactNode }[]
  actions: React.ReactNode
}

/** One link. Wherever the row is clicked, its target leads to the link's analytics; only what stands above it, the actions, does not. */
export function LinkRow({ link, counts, actions }: LinkRowProps) {
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.target}>
        <RouteLink to={`/analytics/link/${link.url_id}`} title={link.target}>
          {withoutScheme(link.target)}
        </RouteLink>
        {link.archived && <Tag>Archived</Tag>}
      </th>
      <td className={classes.labels}>
        <span>
          {link.labels.slice(0, labelsShown).map((label) => (
            <Tag key={label} color={labelColor(label)}>
              {label}
            </Tag>
          ))}
        </span>
      </td>
      <td className={classes.short}>{withoutScheme(link.url)}</td>
      <td className={classes.created}>
        <time dateTime={link.created_at}>{showInstant(link.created_at)}</time>
      </td>
      {counts.map(({ word, value }) => (
        <td key={word} className={classes.number} data-word={word}>
          {value}
        </td>
      ))}
      <td className={classes.actions}>
        <div>{actions}</div>
      </td>
    </tr>
  )
}
