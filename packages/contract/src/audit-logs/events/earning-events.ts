import type { AuditAction } from '../audit.ts'
import {
  type AuditEvent,
  describeAnnouncedSales,
  describeClickDeletion,
  describeMatchedSales,
  describeReceivedSale,
  describeWith,
} from '../audit-sentences.ts'

/** Actions on clicks, saved views and earnings. */
export const earningEvents = {
  'saved_report.create': { group: 'clicks', label: 'View saved', describe: () => 'Saved a view' },
  'saved_report.update': { group: 'clicks', label: 'Saved view changed', describe: () => 'Changed a saved view' },
  'saved_report.delete': { group: 'clicks', label: 'Saved view deleted', describe: () => 'Deleted a saved view' },
  'saved_report.unsubscribe': { group: 'clicks', label: 'Saved view no longer mailed', describe: () => 'Unsubscribed from a saved view' },
  'clicks.delete': { group: 'clicks', label: 'Clicks deleted', describe: describeClickDeletion },
  'earnings.match': { group: 'earnings', label: 'Sales matched', describe: describeMatchedSales },
  'earnings.post_back': { group: 'earnings', label: 'Sale received', describe: describeReceivedSale },
  'earnings.announce': { group: 'earnings', label: 'Sales announced', describe: describeAnnouncedSales },
  'earnings.update_rates': { group: 'earnings', label: 'Rates changed', describe: () => 'Changed the rates of the estimate' },
  'earnings.create_postback': { group: 'earnings', label: 'Postback address created', describe: () => 'Created a postback address' },
  'earnings.delete_postback': { group: 'earnings', label: 'Postback address removed', describe: () => 'Removed the postback address' },
  'earnings_import.create': { group: 'earnings', label: 'Earnings file uploaded', describe: describeWith('Uploaded', 'earnings file') },
  'earnings_import.check': { group: 'earnings', label: 'Earnings file checked', describe: describeWith('Checked', 'earnings file') },
  'earnings_import.start': {
    group: 'earnings',
    label: 'Import of earnings started',
    describe: describeWith('Started to import', 'earnings file'),
  },
  'earnings_import.import_rows': {
    group: 'earnings',
    label: 'Earnings imported',
    describe: describeWith('Imported rows of', 'earnings file'),
  },
  'earnings_import.delete': {
    group: 'earnings',
    label: 'Import of earnings undone',
    describe: describeWith('Undid the import of', 'earnings file'),
  },
  'earnings_import.delete_report': {
    group: 'earnings',
    label: 'Rejected rows of an earnings file deleted',
    describe: describeWith('Deleted the rejected rows of', 'earnings file'),
  },
} satisfies Partial<Record<AuditAction, AuditEvent>>
