import { analytics } from './analytics.ts'
import { auditLogs } from './audit/audit-logs.ts'
import { earnings, postbacks } from './earnings/earnings.ts'
import { earningsImports } from './earnings/earnings-imports.ts'
import { instance } from './instance.ts'
import { amazonMigrations } from './integrations/amazon-migrations.ts'
import { integrations } from './integrations/integrations.ts'
import { youtubeChannels } from './integrations/youtube-channels.ts'
import { labels } from './links/labels.ts'
import { linkImports } from './links/link-imports.ts'
import { linkReports } from './links/link-report.ts'
import { linkViews } from './links/link-views.ts'
import { links } from './links/links.ts'
import { qrCodes } from './links/qr-codes.ts'
import { utmTemplates } from './links/utm-templates.ts'
import { apiKeys } from './organizations/api-keys.ts'
import { dataExports } from './organizations/data-exports.ts'
import { dataImports } from './organizations/data-imports.ts'
import { invitations, members } from './organizations/members.ts'
import { organizations, projects } from './organizations/organizations.ts'
import { subscriptions } from './plans/subscriptions.ts'
import { productImports } from './products/product-imports.ts'
import { products } from './products/products.ts'
import { uploads } from './products/uploads.ts'
import { savedReports } from './saved-reports.ts'
import { categories } from './stores/categories.ts'
import { publicStores } from './stores/public-stores.ts'
import { stores } from './stores/stores.ts'
import { feedback } from './users/feedback.ts'
import { me } from './users/me.ts'
import { notifications } from './users/notifications.ts'
import { sessions } from './users/sessions.ts'

export * from './analytics.ts'
export * from './audit/audit.ts'
export * from './audit/audit-changes.ts'
export * from './audit/audit-events.ts'
export * from './audit/audit-logs.ts'
export * from './brand.ts'
export { breakdownLabels, breakdownName, countryName } from './breakdown-names.ts'
export { type CallMeta, organizationParams, projectParams } from './call.ts'
export * from './condition-rules.ts'
export * from './earnings/currency.ts'
export * from './earnings/earning-rates.ts'
export * from './earnings/earnings.ts'
export * from './earnings/earnings-imports.ts'
export * from './earnings/earnings-rules.ts'
export * from './earnings/money.ts'
export * from './error-messages.ts'
export * from './errors.ts'
export { fieldExamples } from './examples/field-examples.ts'
export { type RequestExample, requestExamples } from './examples/request-examples.ts'
export type { CsvFileMessages, FileImportState } from './file-import-rules.ts'
export * from './ids.ts'
export * from './instance.ts'
export * from './integrations/amazon-migrations.ts'
export * from './integrations/integrations.ts'
export * from './integrations/youtube-channels.ts'
export * from './links/click-source.ts'
export * from './links/labels.ts'
export * from './links/link-imports.ts'
export * from './links/link-report.ts'
export * from './links/link-views.ts'
export * from './links/links.ts'
export type { Place } from './links/list-order.ts'
export * from './links/logo-messages.ts'
export type { PageUrl, PageUrlDraft } from './links/page-urls.ts'
export * from './links/qr-codes.ts'
export * from './links/utm-templates.ts'
export * from './organizations/api-keys.ts'
export * from './organizations/data-exports.ts'
export * from './organizations/data-imports.ts'
export * from './organizations/members.ts'
export * from './organizations/organizations.ts'
export * from './plans/budgets.ts'
export * from './plans/entitlements.ts'
export * from './plans/plans.ts'
export * from './plans/subscriptions.ts'
export * from './products/product-imports.ts'
export * from './products/products.ts'
export * from './products/uploads.ts'
export * from './saved-reports.ts'
export * from './stores/categories.ts'
export * from './stores/disclosures.ts'
export { isSchedule, type Schedule, type ScheduleInput, scheduleMessage } from './stores/schedule.ts'
export * from './stores/stores.ts'
export { hasWebAddress, isStorableText, oddCharactersMessage, webAddressMessage } from './text.ts'
export * from './users/feedback.ts'
export * from './users/me.ts'
export * from './users/notifications.ts'
export * from './users/sessions.ts'
export * from './users/sign-in.ts'

/** Every call of the API, by module. */
export const contract = {
  me,
  sessions,
  notifications,
  organizations,
  members,
  invitations,
  apiKeys,
  projects,
  links,
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
