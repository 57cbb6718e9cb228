import type { Link, LinkedPage } from '@linkshelf/contract'
import { Link as RouteLink } from 'react-router'
import { Tag } from '../../ui/tag.tsx'
import classes from './page-tag.module.css'

/** Returns the path of the screen that edits the page's store or product. */
export function toPagePath({ kind, id }: LinkedPage): string {
  return kind === 'store' ? '/store/settings' : `/store/products/edit/${id}`
}

/** Marks the short URL of a store or product, and leads to its screen. Renders nothing for other links. */
export function PageTag({ page }: Pick<Link, 'page'>) {
  if (page === null) return null
  if (page.name === null) return <Tag tone="bad">Deleted {page.kind}</Tag>
  return (
    <RouteLink to={toPagePath(page)} className={classes.link} title={`Open ${page.name}`}>
      <Tag tone="good">{page.kind === 'store' ? 'Store page' : 'Product page'}</Tag>
    </RouteLink>
  )
}
