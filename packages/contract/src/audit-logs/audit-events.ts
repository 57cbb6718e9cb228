// How the activity log shows each action: its event type in the API, its group in the filter, its label and a sentence.
import { type AuditAction, auditActions } from './audit.ts'
import { type AuditedChange, auditedEach, auditedFields, auditedName } from './audit-changes.ts'
import type { AuditGroup } from './audit-logs.ts'

interface AuditEvent {
  group: AuditGroup
  label: string
  describe: (change: AuditedChange) => string
  /** The name of the event in the API; the action itself unless it is given. */
  type?: string
}

const subscriptionChange = 'subscription_change'
const youtubeMigration = 'youtube_migration'

export const auditEvents: Readonly<Record<AuditAction, AuditEvent>> = {
  'user.register': { group: 'account', label: 'Registration', describe: () => 'Registered this account', type: 'registration' },
  'user.request_confirmation': {
    group: 'account',
    label: 'Confirmation requested',
    describe: () => 'Asked for another email to confirm the address',
  },
  'user.confirm_email': { group: 'account', label: 'Email address confirmed', describe: () => 'Confirmed their email address' },
  'user.change_password': { group: 'account', label: 'Password changed', describe: () => 'Changed their password' },
  'user.reset_password': { group: 'account', label: 'Password reset', describe: () => 'Reset their password by email' },
  'user.request_deletion': { group: 'account', label: 'Deletion of account requested', describe: () => 'Asked to delete their account' },
  'user.remind_deletion': { group: 'account', label: 'Deletion of account announced', describe: () => 'Got a reminder of the deletion' },
  'user.postpone_deletion': {
    group: 'account',
    label: 'Deletion of account postponed',
    describe: () => 'Is the last owner of an organization',
  },
  'user.keep': { group: 'account', label: 'Account kept', describe: () => 'Kept their account' },
  'user.delete': { group: 'account', label: 'Account deleted', describe: () => 'Deleted their account' },
  'session.revoke': { group: 'account', label: 'Session ended', describe: () => 'Signed a device out' },
  'session.revoke_others': { group: 'account', label: 'Other sessions ended', describe: () => 'Signed every other device out' },
  'session.end_all': { group: 'account', label: 'Sessions ended', describe: () => 'Signed every device out' },
  'session.reauthenticate': { group: 'account', label: 'Identity confirmed', describe: () => 'Entered their password again' },
  'profile.update': { group: 'account', label: 'Profile changed', describe: changed('profile') },
  'profile.set_avatar': { group: 'account', label: 'Picture set', describe: () => 'Set the profile picture' },
  'profile.remove_avatar': { group: 'account', label: 'Picture removed', describe: () => 'Removed the profile picture' },
  'notifications.update': { group: 'account', label: 'Notifications changed', describe: () => 'Changed their notifications' },
  'notifications.unsubscribe': { group: 'account', label: 'Unsubscribed', describe: () => 'Unsubscribed from an email' },
  'organization.create': { group: 'organization', label: 'Organization created', describe: () => 'Created this organization' },
  'organization.update': { group: 'organization', label: 'Organization changed', describe: changed('organization') },
  'organization.request_deletion': {
    group: 'organization',
    label: 'Deletion requested',
    describe: done('Asked to delete', 'organization'),
  },
  'organization.remind_deletion': {
    group: 'organization',
    label: 'Deletion announced',
    describe: () => 'Reminded the owners of the deletion',
  },
  'organization.keep': { group: 'organization', label: 'Organization kept', describe: done('Kept', 'organization') },
  'organization.delete': { group: 'organization', label: 'Organization deleted', describe: done('Deleted', 'organization') },
  'member.invite': { group: 'member', label: 'Member invited', describe: done('Invited', 'member') },
  'member.change_role': { group: 'member', label: 'Role changed', describe: changed('member') },
  'member.transfer_ownership': { group: 'member', label: 'Ownership transferred', describe: transferred },
  'member.remove': { group: 'member', label: 'Member removed', describe: done('Removed', 'member') },
  'invitation.send_email': { group: 'member', label: 'Invitation sent', describe: done('Sent', 'invitation') },
  'invitation.resend': { group: 'member', label: 'Invitation resent', describe: done('Resent', 'invitation') },
  'invitation.revoke': { group: 'member', label: 'Invitation revoked', describe: done('Revoked the invitation of', 'member') },
  'invitation.accept': { group: 'member', label: 'Invitation accepted', describe: () => 'Joined the organization' },
  'api_key.create': { group: 'api_key', label: 'API key created', describe: done('Created', 'API key') },
  'api_key.revoke': { group: 'api_key', label: 'API key revoked', describe: done('Revoked', 'API key') },
  'subscription.set_customer': {
    group: 'subscription',
    label: 'Customer of the payment provider created',
    describe: () => 'Created the customer of the payment provider',
  },
  'subscription.offer_trial': { group: 'subscription', label: 'Trial offered', describe: () => 'Was offered a free trial' },
  'subscription.change': { group: 'subscription', label: 'Plan changed', describe: planChosen, type: subscriptionChange },
  'subscription.sync': { group: 'subscription', label: 'Plan updated by payment provider', describe: planChosen, type: subscriptionChange },
  'subscription.refund': { group: 'subscription', label: 'Payment refunded', describe: refunded },
  'project.create': { group: 'project', label: 'Project created', describe: done('Created', 'project'), type: 'project_created' },
  'project.update': { group: 'project', label: 'Project changed', describe: changed('project') },
  'project.archive': { group: 'project', label: 'Project archived', describe: done('Archived', 'project') },
  'project.unarchive': { group: 'project', label: 'Project unarchived', describe: done('Unarchived', 'project') },
  'project.delete': { group: 'project', label: 'Project deleted', describe: done('Deleted', 'project') },
  'link.create': { group: 'link', label: 'Link created', describe: done('Created', 'link') },
  'link.update': { group: 'link', label: 'Link changed', describe: changed('link') },
  'link.archive': { group: 'link', label: 'Link archived', describe: done('Archived', 'link') },
  'link.unarchive': { group: 'link', label: 'Link unarchived', describe: done('Unarchived', 'link') },
  'link.delete': { group: 'link', label: 'Link deleted', describe: several('Deleted', 'link') },
  'link.bulk_update': { group: 'link', label: 'Links changed', describe: several('Changed', 'link') },
  'link.bulk_delete': { group: 'link', label: 'Links deleted', describe: several('Deleted', 'link') },
  'link.restore': { group: 'link', label: 'Links restored', describe: several('Restored', 'link') },
  'link.erase': { group: 'link', label: 'Deletion became final', describe: several('Erased', 'deleted link') },
  'link.request_check': { group: 'link', label: 'Check requested', describe: done('Asked for a check of', 'link') },
  'link.bulk_request_check': { group: 'link', label: 'Checks requested', describe: several('Asked for a check of', 'link') },
  'link.change_health': { group: 'link', label: 'Link health changed', describe: done('Checked', 'link') },
  'link.announce_broken': { group: 'link', label: 'Broken links announced', describe: several('Announced broken', 'link') },
  'link.check_page': { group: 'link', label: 'Link checked', describe: done('Checked the page of', 'link') },
  'link_import.create': { group: 'link', label: 'File of links uploaded', describe: done('Uploaded', 'file of links') },
  'link_import.check': { group: 'link', label: 'File of links checked', describe: done('Checked', 'file of links') },
  'link_import.start': { group: 'link', label: 'Import of links started', describe: done('Started to import', 'file of links') },
  'link_import.import_rows': { group: 'link', label: 'Links imported', describe: importedLinks },
  'link_import.delete': { group: 'link', label: 'Import of links deleted', describe: done('Deleted the import of', 'file of links') },
  'label.create': { group: 'label', label: 'Label created', describe: done('Created', 'label') },
  'label.update': { group: 'label', label: 'Label changed', describe: changed('label') },
  'label.delete': { group: 'label', label: 'Label deleted', describe: done('Deleted', 'label') },
  'link_view.create': { group: 'link', label: 'View of links saved', describe: () => 'Saved a view of links' },
  'link_view.update': { group: 'link', label: 'View of links changed', describe: () => 'Changed a view of links' },
  'link_view.delete': { group: 'link', label: 'View of links deleted', describe: () => 'Deleted a view of links' },
  'utm_template.create': { group: 'link', label: 'UTM template created', describe: done('Created', 'UTM template') },
  'utm_template.update': { group: 'link', label: 'UTM template changed', describe: changed('UTM template') },
  'utm_template.delete': { group: 'link', label: 'UTM template deleted', describe: done('Deleted', 'UTM template') },
  'qr_code.update': { group: 'qr_code', label: 'QR code changed', describe: changed('QR code') },
  'store.create': { group: 'store', label: 'Store created', describe: done('Created', 'store'), type: 'store_created' },
  'store.update': { group: 'store', label: 'Store changed', describe: changed('store') },
  'store.activate': { group: 'store', label: 'Store published', describe: done('Published', 'store') },
  'store.deactivate': { group: 'store', label: 'Store hidden', describe: done('Hid', 'store') },
  'store.delete': { group: 'store', label: 'Store deleted', describe: done('Deleted', 'store') },
  'store.add_product': { group: 'store', label: 'Product added to store', describe: done('Added to the store:', 'product') },
  'store.remove_product': { group: 'store', label: 'Product removed from store', describe: done('Removed from the store:', 'product') },
  'store.create_url': { group: 'store', label: 'Short URL of store created', describe: () => 'Created the short URL of the store' },
  'store.draw_picture': { group: 'store', label: 'Share image created', describe: () => 'Created the share image of the store' },
  'product.create': { group: 'product', label: 'Product created', describe: done('Created', 'product') },
  'product.update': { group: 'product', label: 'Product changed', describe: changed('product') },
  'product.delete': { group: 'product', label: 'Product deleted', describe: done('Deleted', 'product') },
  'product.suggest': { group: 'product', label: 'Product looked up', describe: done('Looked up', 'page') },
  'product.bulk_update': { group: 'product', label: 'Products changed', describe: several('Changed', 'product') },
  'product.bulk_delete': { group: 'product', label: 'Products deleted', describe: several('Deleted', 'product') },
  'product.move': { group: 'product', label: 'Product moved', describe: () => 'Moved a product in the store' },
  'product.link_url': { group: 'product', label: 'Link added to product', describe: done('Added a link to', 'product') },
  'product.unlink_url': { group: 'product', label: 'Link removed from product', describe: done('Removed a link from', 'product') },
  'product.create_url': { group: 'product', label: 'Short URL of product created', describe: () => 'Created the short URL of a product' },
  'product.draw_picture': {
    group: 'product',
    label: 'Share image of product created',
    describe: () => 'Created the share image of a product',
  },
  'product_import.create': { group: 'product', label: 'Product file uploaded', describe: done('Uploaded', 'product file') },
  'product_import.check': { group: 'product', label: 'Product file checked', describe: done('Checked', 'product file') },
  'product_import.start': { group: 'product', label: 'Import started', describe: done('Started to import', 'product file') },
  'product_import.import_rows': { group: 'product', label: 'Products imported', describe: () => 'Imported rows of a product file' },
  'product_import.delete': { group: 'product', label: 'Import deleted', describe: done('Deleted the import of', 'product file') },
  'category.create': { group: 'category', label: 'Category created', describe: done('Created', 'category') },
  'category.update': { group: 'category', label: 'Category changed', describe: changed('category') },
  'category.delete': { group: 'category', label: 'Category deleted', describe: done('Deleted', 'category') },
  'category.activate': { group: 'category', label: 'Category activated', describe: done('Activated', 'category') },
  'category.deactivate': { group: 'category', label: 'Category deactivated', describe: done('Deactivated', 'category') },
  'category.move': { group: 'category', label: 'Category moved', describe: () => 'Moved a category in the store' },
  'integration.save': { group: 'integration', label: 'Integration saved', describe: done('Saved', 'integration') },
  'integration.delete': { group: 'integration', label: 'Integration removed', describe: done('Removed', 'integration') },
  'amazon_migration.start': { group: 'link', label: 'Migration started', describe: () => 'Started the Amazon migration' },
  'amazon_migration.migrate_links': { group: 'link', label: 'Links migrated', describe: several('Migrated', 'link') },
  'amazon_migration.stop': { group: 'link', label: 'Migration stopped', describe: () => 'Stopped the Amazon migration' },
  'amazon_migration.fail': { group: 'link', label: 'Migration failed', describe: () => 'The Amazon migration failed' },
  'amazon_migration.undo': { group: 'link', label: 'Undo of migration started', describe: () => 'Started to undo the Amazon migration' },
  'amazon_migration.fail_undo': { group: 'link', label: 'Undo of migration failed', describe: () => 'Undoing the Amazon migration failed' },
  'amazon_migration.restore_links': { group: 'link', label: 'Links restored', describe: several('Restored', 'link') },
  'youtube_channel.create': { group: 'link', label: 'YouTube channel added', describe: done('Added', 'YouTube channel') },
  'youtube_channel.update': { group: 'link', label: 'YouTube channel changed', describe: changed('YouTube channel') },
  'youtube_channel.delete': { group: 'link', label: 'YouTube channel removed', describe: done('Removed', 'YouTube channel') },
  'youtube_channel.scan': { group: 'link', label: 'Scan started', describe: done('Started to scan', 'YouTube channel') },
  'youtube_channel.store_videos': { group: 'link', label: 'Videos scanned', describe: () => 'Scanned videos of a YouTube channel' },
  'youtube_channel.expand_links': {
    group: 'link',
    label: 'Short links expanded',
    describe: () => 'Found where short links of descriptions lead',
  },
  'youtube_channel.finish_scan': { group: 'link', label: 'Scan finished', describe: done('Scanned', 'YouTube channel') },
  'youtube_channel.request_connection': {
    group: 'link',
    label: 'Connection requested',
    describe: done('Asked Google for the connection of', 'YouTube channel'),
  },
  'youtube_channel.connect': { group: 'link', label: 'YouTube channel connected', describe: done('Connected', 'YouTube channel') },
  'youtube_channel.disconnect': { group: 'link', label: 'YouTube channel disconnected', describe: done('Disconnected', 'YouTube channel') },
  'youtube_channel.revoke': {
    group: 'link',
    label: 'Connection revoked',
    describe: done('Google no longer accepts the connection of', 'YouTube channel'),
  },
  'youtube_channel.update_video': { group: 'link', label: 'Video chosen', describe: done('Changed whether to migrate', 'video') },
  'youtube_channel.update_link': { group: 'link', label: 'Link chosen', describe: done('Changed whether to migrate', 'link') },
  'youtube_channel.migrate': {
    group: 'link',
    label: 'YouTube migration started',
    describe: done('Started the migration of', 'YouTube channel'),
    type: youtubeMigration,
  },
  'youtube_channel.plan_video': { group: 'link', label: 'Video prepared', describe: done('Created the short links of', 'video') },
  'youtube_channel.migrate_video': { group: 'link', label: 'Video migrated', describe: done('Migrated', 'video'), type: youtubeMigration },
  'youtube_channel.finish': {
    group: 'link',
    label: 'YouTube migration finished',
    describe: done('Finished the migration of', 'YouTube channel'),
    type: youtubeMigration,
  },
  'youtube_channel.stop': {
    group: 'link',
    label: 'YouTube migration stopped',
    describe: done('Stopped the migration of', 'YouTube channel'),
    type: youtubeMigration,
  },
  'youtube_channel.fail': {
    group: 'link',
    label: 'YouTube channel failed',
    describe: done('Could not finish', 'YouTube channel'),
    type: youtubeMigration,
  },
  'youtube_channel.undo': {
    group: 'link',
    label: 'Undo of YouTube migration started',
    describe: done('Started to undo the migration of', 'YouTube channel'),
    type: youtubeMigration,
  },
  'youtube_channel.skip_video': {
    group: 'link',
    label: 'Video skipped',
    describe: done('Did not change', 'video'),
    type: youtubeMigration,
  },
  'youtube_channel.restore_video': { group: 'link', label: 'Video restored', describe: done('Restored', 'video'), type: youtubeMigration },
  'upload.create': { group: 'upload', label: 'Picture or fonts uploaded', describe: uploaded },
  'upload.encode': { group: 'upload', label: 'Picture compressed', describe: () => 'Compressed a picture' },
  'upload.delete': { group: 'upload', label: 'Unused pictures deleted', describe: () => 'Deleted pictures that nothing uses' },
  'saved_report.create': { group: 'clicks', label: 'Report saved', describe: () => 'Saved a report' },
  'saved_report.update': { group: 'clicks', label: 'Report changed', describe: () => 'Changed a report' },
  'saved_report.delete': { group: 'clicks', label: 'Report deleted', describe: () => 'Deleted a report' },
  'saved_report.unsubscribe': { group: 'clicks', label: 'Report no longer mailed', describe: () => 'Unsubscribed from a report' },
  'clicks.delete': { group: 'clicks', label: 'Clicks deleted', describe: () => 'Deleted recorded clicks' },
  'earnings.match': { group: 'earnings', label: 'Sales joined to clicks', describe: () => 'Joined sales to clicks and links' },
  'earnings.post_back': { group: 'earnings', label: 'Sale reported', describe: done('Received', 'sale') },
  'earnings.announce': { group: 'earnings', label: 'Sales announced', describe: () => 'Announced new sales' },
  'earnings.update_rates': { group: 'earnings', label: 'Rates changed', describe: () => 'Changed the rates of the estimate' },
  'earnings.create_postback': { group: 'earnings', label: 'Postback address created', describe: () => 'Created a postback address' },
  'earnings.delete_postback': { group: 'earnings', label: 'Postback address removed', describe: () => 'Removed the postback address' },
  'earnings_import.create': { group: 'earnings', label: 'Report uploaded', describe: done('Uploaded', 'report') },
  'earnings_import.check': { group: 'earnings', label: 'Report checked', describe: done('Checked', 'report') },
  'earnings_import.start': { group: 'earnings', label: 'Import of earnings started', describe: done('Started to import', 'report') },
  'earnings_import.import_rows': { group: 'earnings', label: 'Earnings imported', describe: () => 'Imported rows of a report' },
  'earnings_import.delete': { group: 'earnings', label: 'Import of earnings undone', describe: done('Undid the import of', 'report') },
  'data_export.create': { group: 'data', label: 'Export started', describe: () => 'Started an export of everything' },
  'data_export.finish': { group: 'data', label: 'Export finished', describe: () => 'Finished an export of everything' },
  'data_export.download': { group: 'data', label: 'Download requested', describe: () => 'Asked for the download of an export' },
  'data_export.fetch': { group: 'data', label: 'Export downloaded', describe: () => 'Downloaded an export' },
  'data_export.end_downloads': {
    group: 'data',
    label: 'Downloads ended',
    describe: () => 'Ended the download addresses of an export',
  },
  'data_export.delete': { group: 'data', label: 'Export deleted', describe: () => 'Deleted an export' },
  'data_import.create': { group: 'data', label: 'Import created', describe: () => 'Began to upload an archive' },
  'data_import.add_part': { group: 'data', label: 'Archive uploaded in part', describe: () => 'Uploaded a part of an archive' },
  'data_import.check': { group: 'data', label: 'Archive checked', describe: () => 'Checked an archive' },
  'data_import.start': { group: 'data', label: 'Import started', describe: () => 'Started to import an archive' },
  'data_import.import_file': { group: 'data', label: 'File of an archive imported', describe: () => 'Imported a file of an archive' },
  'data_import.delete': { group: 'data', label: 'Import deleted', describe: () => 'Deleted an import' },
  'feedback.submit': { group: 'feedback', label: 'Feedback sent', describe: () => 'Sent feedback' },
  'feedback.send_email': { group: 'feedback', label: 'Feedback delivered', describe: () => 'Delivered feedback to the operator' },
}

function transferred(change: AuditedChange): string {
  const name = auditedName(change)
  return name === undefined ? 'Transferred the ownership' : `Transferred the ownership to “${name}”`
}

/** Charts of clicks mark these changes: they alter where links lead, what videos say, or what the store shows. */
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

export function auditEventType(action: AuditAction): string {
  return auditEvents[action].type ?? action
}

/** The actions of an event type, or of a group. */
export function auditActionsOf({ eventType, group }: { eventType?: string | undefined; group?: AuditGroup | undefined }): AuditAction[] {
  return auditActions.filter(
    (action) =>
      (eventType === undefined || auditEventType(action) === eventType) && (group === undefined || auditEvents[action].group === group),
  )
}

/** `done('Created', 'link')`: Created link “summer”. */
function done(verb: string, noun: string): AuditEvent['describe'] {
  return (change) => [verb, noun, quoted(auditedName(change))].filter(Boolean).join(' ')
}

/** Renamed project “Shop” to “Store”; Changed color and logo of category “Lamps”. */
function changed(noun: string): AuditEvent['describe'] {
  return (change) => {
    const fields = auditedFields(change)
    const [only] = fields
    if (fields.length === 1 && only?.field === 'name' && isText(only.before) && isText(only.after))
      return `Renamed ${noun} ${quoted(only.before)} to ${quoted(only.after)}`
    const subject = [noun, quoted(auditedName(change))].filter(Boolean).join(' ')
    if (fields.length === 0) return `Saved ${subject} without changes`
    const names = fields.map(({ label }) => label.toLowerCase())
    return `Changed ${formatFieldNames(names)} of ${subject}`
  }
}

/** Deleted 12 links; Deleted link “summer”, where it is the only one. */
function several(verb: string, noun: string): AuditEvent['describe'] {
  return (change) => {
    const each = auditedEach(change)
    const [first = change] = each
    if (each.length < 2 && auditedName(first) !== undefined) return done(verb, noun)(first)
    return `${verb} ${each.length.toLocaleString('en')} ${each.length === 1 ? noun : `${noun}s`}`
  }
}

/** Changed the plan from Free to Pro. */
function planChosen({ before, after }: AuditedChange): string {
  const plans = [
    { word: 'from', plan: before?.package },
    { word: 'to', plan: after?.package },
  ]
  const parts = plans.flatMap(({ word, plan }) => (isText(plan) ? [`${word} ${plan}`] : []))
  return ['Changed the plan', ...parts].join(' ')
}

/** Refunded $399.00: a second payment of Lifetime. */
function refunded({ after }: AuditedChange): string {
  const [amount, reason] = [after?.amount, after?.reason]
  return isText(amount) && isText(reason) ? `Refunded ${amount}: ${reason}` : 'Refunded a payment'
}

/**
 * Imported 12 links from “links.csv”, started by Mia. The entry has file and line of each link under its id, as one
 * about several; earlier entries only list the ids.
 */
function importedLinks({ after }: AuditedChange): string {
  const { full_name: starter, created, ...links } = after ?? {}
  const [link] = Object.values(links)
  const file = quoted(auditedName({ before: null, after: typeof link === 'object' ? (link as AuditedChange['after']) : null }))
  const count = Array.isArray(created) ? created.length : Object.keys(links).length
  const what = `Imported ${count.toLocaleString('en')} ${count === 1 ? 'link' : 'links'}`
  return `${what}${file === undefined ? '' : ` from ${file}`}${isText(starter) ? `, started by ${starter}` : ''}`
}

function uploaded({ after }: AuditedChange): string {
  return after !== null && 'families' in after ? 'Copied fonts' : 'Uploaded a picture'
}

const maxNamedFields = 3

function formatFieldNames(names: readonly string[]): string {
  if (names.length > maxNamedFields) return `${names.length} fields`
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const maxNameLength = 80

function quoted(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const characters = [...name]
  return `“${characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name}”`
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
