import { amazonMigrationScenes } from './amazon-migration-scenes.ts'
import { analyticsScenes } from './analytics-scenes.ts'
import { apiKeysScenes } from './api-keys-scenes.ts'
import { appLayoutScenes } from './app-layout-scenes.ts'
import { auditScenes } from './audit-scenes.ts'
import { categoriesScenes } from './categories-scenes.ts'
import { dashboardScenes } from './dashboard-scenes.ts'
import { dataScenes } from './data-scenes.ts'
import { earningsScenes } from './earnings-scenes.ts'
import { integrationsScenes } from './integrations-scenes.ts'
import { invitationScenes } from './invitation-scenes.ts'
import { labelsScenes } from './labels-scenes.ts'
import { linkAnalyticsScenes } from './link-analytics-scenes.ts'
import { linkReportScenes } from './link-report-scenes.ts'
import { linkScenes } from './link-scenes.ts'
import { linksScenes } from './links-scenes.ts'
import { membersScenes } from './members-scenes.ts'
import { notificationsScenes } from './notifications-scenes.ts'
import { productFilesScenes } from './product-files-scenes.ts'
import { productScenes } from './product-scenes.ts'
import { productsScenes } from './products-scenes.ts'
import { profileScenes } from './profile-scenes.ts'
import { projectsScenes } from './projects-scenes.ts'
import type { Scenes } from './scene.ts'
import { signInScenes } from './sign-in-scenes.ts'
import { storeSettingsScenes } from './store-settings-scenes.ts'
import { subscriptionScenes } from './subscription-scenes.ts'

/** Every state of every screen: tested in a browser (scenes.test.ts) and photographed (take-pictures.ts). */
export const allScenes: readonly Scenes[] = [
  signInScenes,
  appLayoutScenes,
  dashboardScenes,
  linksScenes,
  linkScenes,
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
  integrationsScenes,
  apiKeysScenes,
  auditScenes,
  notificationsScenes,
  amazonMigrationScenes,
  dataScenes,
  categoriesScenes,
  storeSettingsScenes,
  subscriptionScenes,
]
