import { type Link, type LinkHealth, siteIconPath } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import type { LinkRow } from './tables/link-table.ts'

export function toLink(row: LinkRow, origins: Origins): Link {
  return {
    url_id: row.id,
    url: `${origins.public}/${row.slug}`,
    target: row.target,
    labels: row.labels,
    archived: row.is_archived,
    pending: row.is_pending,
    affiliated: row.is_affiliated,
    shops: row.shops,
    choice_page: row.has_choice_page,
    brand_logo: row.brand_logo,
    icon: row.icon === null ? null : `${origins.app}${siteIconPath}${row.icon}.png`,
    created_at: row.created_at.toISOString(),
    title: row.title,
    own_title: row.has_own_title,
    notes: row.notes,
    health: toHealth(row.health),
  }
}

const uncheckedHealth: LinkHealth = { status: 'unchecked', reason: null, checked_at: null, checking: false }

function toHealth(stored: LinkRow['health']): LinkHealth {
  if (stored === null) return uncheckedHealth
  return { ...stored, checked_at: stored.checked_at && new Date(stored.checked_at).toISOString() }
}

/** Returns the link as the audit log stores it: the fields that an owner can change, and the slug that names it. */
export function toAuditedLink({ slug, target, title, notes, labels, is_archived, is_affiliated, shops, has_choice_page }: LinkRow): object {
  return { slug, target, title, notes, labels, archived: is_archived, affiliated: is_affiliated, shops, choice_page: has_choice_page }
}
