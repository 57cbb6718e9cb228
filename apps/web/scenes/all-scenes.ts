import { appLayoutScenes } from './app-layout-scenes.ts'
import { analyticsScenes } from './links/analytics-scenes.ts'
import { dashboardScenes } from './links/dashboard-scenes.ts'
import { earningsScenes } from './links/earnings-scenes.ts'
import { linkAnalyticsScenes } from './links/link-analytics-scenes.ts'
import { linkReportScenes } from './links/link-report-scenes.ts'
import { linkQrScenes, linkScenes, linkSettingsScenes } from './links/link-scenes.ts'
import { linksScenes } from './links/links-scenes.ts'
import type { Scenes } from './scene.ts'
import { amazonMigrationScenes } from './settings/amazon-migration-scenes.ts'
import { apiKeysScenes } from './settings/api-keys-scenes.ts'
import { auditScenes } from './settings/audit-scenes.ts'
import { dataScenes } from './settings/data-scenes.ts'
import { domainsScenes } from './settings/domains-scenes.ts'
import { integrationsScenes } from './settings/integrations-scenes.ts'
import { invitationScenes } from './settings/invitation-scenes.ts'
import { labelsScenes } from './settings/labels-scenes.ts'
import { membersScenes } from './settings/members-scenes.ts'
import { notificationsScenes } from './settings/notifications-scenes.ts'
import { profileScenes } from './settings/profile-scenes.ts'
import { projectsScenes } from './settings/projects-scenes.ts'
import { subscriptionScenes } from './settings/subscription-scenes.ts'
import { youtubeScenes } from './settings/youtube-scenes.ts'
import { signInScenes } from './sign-in-scenes.ts'
import { categoriesScenes } from './stores/categories-scenes.ts'
import { productFilesScenes } from './stores/product-files-scenes.ts'
import { productScenes } from './stores/product-scenes.ts'
import { productsScenes } from './stores/products-scenes.ts'
import { storeSettingsScenes } from './stores/store-settings-scenes.ts'

/** All states of all screens. The tests check each state in a browser, and `npm run screens` takes pictures of it. */
export const allScenes: readonly Scenes[] = [
  signInScenes,
  appLayoutScenes,
  dashboardScenes,
  linksScenes,
  linkScenes,
  linkQrScenes,
  linkSettingsScenes,
  linkReportScenes,
  analyticsScenes,
  linkAnalyticsScenes,
  earningsScenes,
  productsScenes,
  productScenes,
  productFilesScenes,
  profileScenes,
  projectsScenes,
  membersScenes,
  invitationScenes,
  labelsScenes,
  domainsScenes,
  integrationsScenes,
  apiKeysScenes,
  auditScenes,
  notificationsScenes,
  youtubeScenes,
  amazonMigrationScenes,
  dataScenes,
  categoriesScenes,
  storeSettingsScenes,
  subscriptionScenes,
]
