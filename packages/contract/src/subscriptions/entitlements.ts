import type { Organization } from '../organizations/organizations.ts'
import { packageLimits } from '../plans.ts'
import type { RateLimits } from '../rate-limits.ts'

/** The settings of an organization that decide what it may use. */
export type OrganizationSettings = Pick<
  Organization,
  'package' | 'full_analytics_enabled' | 'store_page_enabled' | 'product_page_enabled' | 'dashboard_days'
>

/** The limits and features of an organization. `Number.POSITIVE_INFINITY` means no limit. */
export interface Entitlements {
  linksPerProject: number
  /** How many clicks of a calendar month (UTC) analytics shows. */
  clicksPerMonth: number
  /** Requests with API keys in a calendar month (UTC). */
  apiRequestsPerMonth: number
  /** The disk space for all pictures of the organization. */
  uploadBytes: number
  /** The window of the charts when no range is chosen, in days. */
  dashboardDays: number
  /** How many days before today analytics shows; never less than the window of the charts. */
  historyDays: number
  rateLimits: RateLimits
  hasFullAnalytics: boolean
  hasStorePage: boolean
  hasProductPage: boolean
  /** Products and categories: with store pages, product pages or both. */
  hasProducts: boolean
}

/** The entitlements that are on or off. */
export type Feature = 'hasFullAnalytics' | 'hasStorePage' | 'hasProductPage' | 'hasProducts'

/** The only source of package, gates, limits and history, for the server and the dashboard. */
export function entitlementsOf(organization: OrganizationSettings): Entitlements {
  const { linksPerProject, clicksPerMonth, apiRequestsPerMonth, uploadBytes, historyDays, rateLimits } = packageLimits[organization.package]
  return {
    linksPerProject,
    clicksPerMonth,
    apiRequestsPerMonth,
    uploadBytes,
    dashboardDays: organization.dashboard_days,
    historyDays: Math.max(historyDays, organization.dashboard_days - 1),
    rateLimits,
    hasFullAnalytics: organization.full_analytics_enabled,
    hasStorePage: organization.store_page_enabled,
    hasProductPage: organization.product_page_enabled,
    hasProducts: organization.store_page_enabled || organization.product_page_enabled,
  }
}

/** The sentence of LINK_LIMIT_REACHED with the organization's own limit in it. */
export function linkLimitMessage(limit: number): string {
  return `Limit reached - You have reached the maximum of ${limit} links for this project.`
}
