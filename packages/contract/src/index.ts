import { amazonMigrations } from './amazon-migrations.ts'
import { analytics } from './analytics.ts'
import { apiKeys } from './api-keys.ts'
import { auditLogs } from './audit-logs.ts'
import { categories } from './categories.ts'
import { dataExports } from './data-exports.ts'
import { dataImports } from './data-imports.ts'
import { earnings, postbacks } from './earnings.ts'
import { earningsImports } from './earnings-imports.ts'
import { feedback } from './feedback.ts'
import { instance } from './instance.ts'
import { integrations } from './integrations.ts'
import { labels } from './labels.ts'
import { linkReports } from './link-report.ts'
import { links } from './links.ts'
import { me } from './me.ts'
import { invitations, members } from './members.ts'
import { notifications } from './notifications.ts'
import { organizations, projects } from './organizations.ts'
import { productImports } from './product-imports.ts'
import { products } from './products.ts'
import { publicStores } from './public-stores.ts'
import { qrCodes } from './qr-codes.ts'
import { sessions } from './sessions.ts'
import { stores } from './stores.ts'
import { subscriptions } from './subscriptions.ts'
import { uploads } from './uploads.ts'

export * from './amazon-migrations.ts'
export * from './analytics.ts'
export * from './api-keys.ts'
export * from './audit.ts'
export * from './audit-changes.ts'
export * from './audit-events.ts'
export * from './audit-logs.ts'
export * from './brand.ts'
export * from './budgets.ts'
export { type CallMeta, organizationParams, projectParams } from './call.ts'
export * from './categories.ts'
export * from './click-source.ts'
export * from './currency.ts'
export * from './data-exports.ts'
export * from './data-imports.ts'
export * from './disclosures.ts'
export * from './earning-rates.ts'
export * from './earnings.ts'
export * from './earnings-imports.ts'
export * from './earnings-rules.ts'
export * from './entitlements.ts'
export * from './error-messages.ts'
export * from './errors.ts'
export { fieldExamples } from './examples/field-examples.ts'
export { type RequestExample, requestExamples } from './examples/request-examples.ts'
export * from './feedback.ts'
export * from './ids.ts'
export * from './instance.ts'
export * from './integrations.ts'
export * from './labels.ts'
export * from './link-report.ts'
export * from './links.ts'
export type { Place } from './list-order.ts'
export * from './logo-messages.ts'
export * from './me.ts'
export * from './members.ts'
export * from './money.ts'
export * from './notifications.ts'
export * from './organizations.ts'
export type { PageUrl, PageUrlDraft } from './page-urls.ts'
export * from './plans.ts'
export * from './product-imports.ts'
export * from './products.ts'
export * from './qr-codes.ts'
export { isSchedule, type Schedule, type ScheduleInput, scheduleMessage } from './schedule.ts'
export * from './sessions.ts'
export * from './sign-in.ts'
export * from './stores.ts'
export * from './subscriptions.ts'
export { hasWebAddress, webAddressMessage } from './text.ts'
export * from './uploads.ts'

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
  linkReports,
  labels,
  qrCodes,
  stores,
  products,
  productImports,
  categories,
  uploads,
  integrations,
  amazonMigrations,
  dataExports,
  dataImports,
  publicStores,
  feedback,
  subscriptions,
  analytics,
  earnings,
  earningsImports,
  postbacks,
  auditLogs,
  instance,
}
