import type { Link } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import type { LinkRow } from './link-table.ts'

export function showLink(row: LinkRow, origins: Origins): Link {
  return {
    url_id: row.id,
    url: `${origins.public}/${row.slug}`,
    target: row.target,
    labels: row.labels,
    archived: row.is_archived,
    pending: row.is_pending,
    brand_logo: row.brand_logo,
    created_at: row.created_at.toISOString(),
    title: row.title,
  }
}
