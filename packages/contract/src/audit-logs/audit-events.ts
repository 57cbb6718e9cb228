// How the activity log shows each action: its group in the filter, its label and a sentence.
import { type AuditAction, auditActions } from './audit.ts'
import { auditEventTypes } from './audit-event-types.ts'
import type { AuditGroup } from './audit-logs.ts'
import type { AuditEvent } from './audit-sentences.ts'
import { accountEvents } from './events/account-events.ts'
import { earningEvents } from './events/earning-events.ts'
import { linkEvents } from './events/link-events.ts'
import { storeEvents } from './events/store-events.ts'
import { youtubeEvents } from './events/youtube-events.ts'

export const auditEvents: Readonly<Record<AuditAction, AuditEvent>> = {
  ...accountEvents,
  ...linkEvents,
  ...youtubeEvents,
  ...storeEvents,
  ...earningEvents,
}

/**
 * Charts of clicks mark these actions, because they change where links lead, what videos say, or what the store shows.
 */
export const markedAuditActions: readonly AuditAction[] = [
  'link.update',
  'link.bulk_update',
  'link.delete',
  'link.bulk_delete',
  'link.restore',
  'amazon_migration.migrate_links',
  'amazon_migration.restore_links',
  'youtube_channel.migrate_video',
  'youtube_channel.restore_video',
  'store.update',
  'store.activate',
  'store.deactivate',
]

/**
 * Returns the actions of an event type, of a group, or of both. `eventType` can also be the name of an action, because
 * clients of earlier versions filter by it.
 */
export function listAuditActions({ eventType, group }: { eventType?: string | undefined; group?: AuditGroup | undefined }): AuditAction[] {
  return auditActions.filter(
    (action) =>
      (eventType === undefined || auditEventTypes[action] === eventType || action === eventType) &&
      (group === undefined || auditEvents[action].group === group),
  )
}
