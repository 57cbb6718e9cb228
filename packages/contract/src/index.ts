import { amazonMigrations } from './amazon-migrations/amazon-migrations.ts'
import { analytics } from './analytics/analytics.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { auditLogs } from './audit-logs/audit-logs.ts'
import { categories } from './categories/categories.ts'
import { dataExports } from './data-transfer/data-exports.ts'
import { dataImports } from './data-transfer/data-imports.ts'
import { domains } from './domains/domains.ts'
import { earnings } from './earnings/earnings.ts'
import { earningsImports } from './earnings/earnings-imports.ts'
import { postbacks } from './earnings/postbacks.ts'
import { feedback } from './feedback/feedback.ts'
import { me } from './identity/me.ts'
import { sessions } from './identity/sessions.ts'
import { instance } from './instance/instance.ts'
import { integrations } from './integrations/integrations.ts'
import { labels } from './labels/labels.ts'
import { linkReports } from './link-report/link-report.ts'
import { linkAliases } from './links/link-aliases.ts'
import { linkImports } from './links/link-imports.ts'
import { links } from './links/links.ts'
import { utmTemplates } from './links/utm-templates.ts'
import { notifications } from './notifications/notifications.ts'
import { invitations, members } from './organizations/members.ts'
import { organizations } from './organizations/organizations.ts'
import { productImports } from './products/product-imports.ts'
import { products } from './products/products.ts'
import { projects } from './projects/projects.ts'
import { publicStores } from './public-stores/public-stores.ts'
import { qrCodes } from './qr-codes/qr-codes.ts'
import { linkViews, savedReports } from './saved-views/saved-views.ts'
import { stores } from './stores/stores.ts'
import { subscriptions } from './subscriptions/subscriptions.ts'
import { uploads } from './uploads/uploads.ts'
import { youtubeChannels } from './youtube-channels/youtube-channels.ts'

export * from './access/owner-tasks.ts'
export * from './access/reauthentication.ts'
export * from './access/second-factor.ts'
export * from './addresses/destinations.ts'
export { findPageName } from './addresses/page-name.ts'
export { nullableWebAddress } from './addresses/web-address.ts'
export * from './amazon-migrations/amazon-migrations.ts'
export * from './analytics/analytics.ts'
export { breakdownLabels, toBreakdownName, toCountryName } from './analytics/breakdown-names.ts'
export * from './analytics/click-conditions.ts'
export * from './api-keys/api-keys.ts'
export * from './audit-logs/audit.ts'
export * from './audit-logs/audit-changes.ts'
export * from './audit-logs/audit-event-types.ts'
export * from './audit-logs/audit-events.ts'
export * from './audit-logs/audit-logs.ts'
export * from './basics.ts'
export { type CallMeta, organizationParams, projectParams } from './call.ts'
export * from './categories/categories.ts'
export { countryCodes } from './countries.ts'
export * from './data-transfer/data-exports.ts'
export * from './data-transfer/data-imports.ts'
export { toRestorableSince, toRestorableUntil } from './deletions.ts'
export { fieldDescriptions } from './descriptions/field-descriptions.ts'
export { moduleDescriptions } from './descriptions/module-descriptions.ts'
export * from './domains/domain-limits.ts'
export * from './domains/domain-settings.ts'
export * from './domains/domains.ts'
export * from './earnings/earning-rates.ts'
export * from './earnings/earnings.ts'
export * from './earnings/earnings-imports.ts'
export * from './earnings/postbacks.ts'
export * from './error-messages.ts'
export * from './errors.ts'
export { fieldExamples } from './examples/field-examples.ts'
export { type RequestExample, requestExamples } from './examples/request-examples.ts'
export * from './feedback/feedback.ts'
export {
  type CsvFileMessages,
  csvMaxColumns,
  type FileImport,
  type FileImportIssue,
  type FileImportIssueQuery,
  type FileImportState,
  formatFileLimitsMessage,
  type ImportUndo,
  type ImportUndoForecast,
  type ImportUndoStart,
  importIssueRowLength,
  importReportDays,
  type KeptByUndo,
  keptByUndoMax,
  type UndoReason,
  unreadableFileMessage,
} from './file-imports/file-imports.ts'
export * from './identity/me.ts'
export * from './identity/passkeys.ts'
export * from './identity/sessions.ts'
export * from './identity/sign-in-methods.ts'
export * from './identity/sign-ins.ts'
export * from './instance/instance.ts'
export * from './integrations/integrations.ts'
export * from './labels/labels.ts'
export * from './link-report/link-report.ts'
export * from './links/link-aliases.ts'
export * from './links/link-import-forecast.ts'
export * from './links/link-imports.ts'
export * from './links/links.ts'
export type { PageUrl, PageUrlDraft } from './links/page-urls.ts'
export * from './links/utm-templates.ts'
export type { Place } from './list-order.ts'
export * from './money/earnings-totals.ts'
export * from './money/main-currency.ts'
export * from './money/money.ts'
export * from './notifications/notification-kinds.ts'
export * from './notifications/notifications.ts'
export * from './organizations/members.ts'
export * from './organizations/organizations.ts'
export * from './products/product-imports.ts'
export * from './products/products.ts'
export * from './projects/projects.ts'
export type { PublicProduct } from './public-stores/public-stores.ts'
export * from './qr-codes/qr-codes.ts'
export * from './rate-limits.ts'
export type { RevisionConflict } from './revisions.ts'
export * from './saved-views/saved-views.ts'
export * from './storage/storage.ts'
export * from './stores/newsletter-providers.ts'
export * from './stores/picture-crop.ts'
export { isSchedule, type Schedule, type ScheduleInput, scheduleMessage } from './stores/schedule.ts'
export * from './stores/stores.ts'
export * from './subscriptions/entitlements.ts'
export * from './subscriptions/subscriptions.ts'
export { hasWebAddress, isStorableText, unstorableTextMessage, webAddressMessage } from './text.ts'
export * from './uploads/picture-looks.ts'
export * from './uploads/uploads.ts'
export * from './youtube-channels/youtube-channels.ts'

/** Every call of the API, by module. */
export const contract = {
  me,
  sessions,
  notifications,
  organizations,
  members,
  invitations,
  apiKeys,
  domains,
  projects,
  links,
  linkAliases,
  linkImports,
  linkReports,
  linkViews,
  labels,
  utmTemplates,
  qrCodes,
  stores,
  products,
  productImports,
  categories,
  uploads,
  integrations,
  amazonMigrations,
  youtubeChannels,
  dataExports,
  dataImports,
  publicStores,
  feedback,
  subscriptions,
  analytics,
  savedReports,
  earnings,
  earningsImports,
  postbacks,
  auditLogs,
  instance,
}
