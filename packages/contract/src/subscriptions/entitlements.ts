import type { Organization } from '../organizations/organizations.ts'
import { type PackageLimits, raiseLimits } from '../plan-limits.ts'

export type OrganizationSettings = Pick<
  Organization,
  'package' | 'has_plans' | 'raised_limits' | 'full_analytics_enabled' | 'store_page_enabled' | 'product_page_enabled' | 'dashboard_days'
>

/** The limits and features of an organization. `Number.POSITIVE_INFINITY` means no limit. */
export interface Entitlements extends PackageLimits {
  /** The default range of charts, in days. */
  dashboardDays: number
  /** Number of days before today that analytics shows. Analytics always shows the default range of charts. */
  historyDays: number
  hasFullAnalytics: boolean
  hasStorePage: boolean
  hasProductPage: boolean
  /**
   * Whether the organization has products and categories. This is the case if it has store pages, product pages or
   * both.
   */
  hasProducts: boolean
}

/** Entitlements that are on or off. */
export type Feature = 'hasFullAnalytics' | 'hasStorePage' | 'hasProductPage' | 'hasProducts'

/**
 * Computes the limits and features of an organization from its package and settings. The server and the dashboard use
 * no other source. If the instance has no plans, every package has the limits of Enterprise, which are only the rate
 * limits that protect the machine.
 */
export function toEntitlements(organization: OrganizationSettings): Entitlements {
  const { has_plans } = organization
  const limits = raiseLimits(has_plans ? organization.package : 'Enterprise', organization.raised_limits)
  return {
    ...limits,
    dashboardDays: organization.dashboard_days,
    historyDays: Math.max(limits.historyDays, organization.dashboard_days - 1),
    hasFullAnalytics: !has_plans || organization.full_analytics_enabled,
    hasStorePage: organization.store_page_enabled,
    hasProductPage: organization.product_page_enabled,
    hasProducts: organization.store_page_enabled || organization.product_page_enabled,
  }
}

/** Says which links count toward the plan's links. Shown together with their number. */
export const countedLinksNote = 'Archived links and links of products count too. Deleted links don’t.'

/** Returns the message of LINK_LIMIT_REACHED. It names the organization's own limit. */
export function formatLinkLimitMessage(limit: number): string {
  return `Limit reached - You have reached the maximum of ${limit} links for this project.`
}
