import type { AuditAction } from '../audit.ts'
import { type AuditEvent, describeFieldChanges, describeWith } from '../audit-sentences.ts'

/** Actions on the YouTube migration. */
export const youtubeEvents = {
  'youtube_channel.create': { group: 'link', label: 'YouTube channel added', describe: describeWith('Added', 'YouTube channel') },
  'youtube_channel.update': { group: 'link', label: 'YouTube channel changed', describe: describeFieldChanges('YouTube channel') },
  'youtube_channel.delete': { group: 'link', label: 'YouTube channel removed', describe: describeWith('Removed', 'YouTube channel') },
  'youtube_channel.scan': { group: 'link', label: 'Scan started', describe: describeWith('Started to scan', 'YouTube channel') },
  'youtube_channel.store_videos': {
    group: 'link',
    label: 'Videos scanned',
    describe: describeWith('Scanned videos of', 'YouTube channel'),
  },
  'youtube_channel.expand_links': {
    group: 'link',
    label: 'Short links expanded',
    describe: describeWith('Followed short links in descriptions of', 'YouTube channel'),
  },
  'youtube_channel.finish_scan': { group: 'link', label: 'Scan finished', describe: describeWith('Scanned', 'YouTube channel') },
  'youtube_channel.request_connection': {
    group: 'link',
    label: 'Connection requested',
    describe: describeWith('Asked Google for the connection of', 'YouTube channel'),
  },
  'youtube_channel.connect': { group: 'link', label: 'YouTube channel connected', describe: describeWith('Connected', 'YouTube channel') },
  'youtube_channel.disconnect': {
    group: 'link',
    label: 'YouTube channel disconnected',
    describe: describeWith('Disconnected', 'YouTube channel'),
  },
  'youtube_channel.revoke': {
    group: 'link',
    label: 'Connection revoked',
    describe: describeWith('Google no longer accepts the connection of', 'YouTube channel'),
  },
  'youtube_channel.update_video': { group: 'link', label: 'Video chosen', describe: describeWith('Changed whether to migrate', 'video') },
  'youtube_channel.update_link': { group: 'link', label: 'Link chosen', describe: describeWith('Changed whether to migrate', 'link') },
  'youtube_channel.migrate': {
    group: 'link',
    label: 'YouTube migration started',
    describe: describeWith('Started the migration of', 'YouTube channel'),
  },
  'youtube_channel.plan_video': { group: 'link', label: 'Video prepared', describe: describeWith('Created the short links of', 'video') },
  'youtube_channel.migrate_video': { group: 'link', label: 'Video migrated', describe: describeWith('Migrated', 'video') },
  'youtube_channel.finish': {
    group: 'link',
    label: 'YouTube migration finished',
    describe: describeWith('Finished the migration of', 'YouTube channel'),
  },
  'youtube_channel.stop': {
    group: 'link',
    label: 'YouTube migration stopped',
    describe: describeWith('Stopped the migration of', 'YouTube channel'),
  },
  'youtube_channel.fail': {
    group: 'link',
    label: 'YouTube channel failed',
    describe: describeWith('Could not finish', 'YouTube channel'),
  },
  'youtube_channel.undo': {
    group: 'link',
    label: 'Undo of YouTube migration started',
    describe: describeWith('Started to undo the migration of', 'YouTube channel'),
  },
  'youtube_channel.skip_video': {
    group: 'link',
    label: 'Video skipped',
    describe: describeWith('Did not change', 'video'),
  },
  'youtube_channel.restore_video': { group: 'link', label: 'Video restored', describe: describeWith('Restored', 'video') },
} satisfies Partial<Record<AuditAction, AuditEvent>>
