import type { Organization } from '../organizations/organizations.ts'
import { type PackageLimits, raiseLimits } from '../plan-limits.ts'

/** The settings of an organization that decide what it may use. */
export type OrganizationSettings = Pick<
  Organization,
  'package' | 'has_plans' | 'raised_limits' | 'full_analytics_enabled' | 'store_page_enabled' | 'product_page_enabled' | 'dashboard_days'
>

/** The limits and features of an organization. `Number.POSITIVE_INFINITY` means no limit. */
export interface Entitlements extends PackageLimits {
  /** The window of the charts when no range is chosen, in days. */
  dashboardDays: number
  /** How many days before today analytics shows; never less than the window of the charts. */
  historyDays: number
  hasFullAnalytics: boolean
  hasStorePage: boolean
  hasProductPage: boolean
  /** Products and categories: with store pages, product pages or both. */
  hasProducts: boolean
}

/** The entitlements that are on or off. */
export type Feature = 'hasFullAnalytics' | 'hasStorePage' | 'hasProductPage' | 'hasProducts'

/**
 * The only source of package, gates, limits and history, for the server and the dashboard. Where the instance has no
 * plans, every package has the limits of Enterprise: the rate limits alone, which protect the machine.
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

/** The sentence of LINK_LIMIT_REACHED with the organization's own limit in it. */
export function formatLinkLimitMessage(limit: number): string {
  return `Limit reached - You have reached the maximum of ${limit} links for this project.`
}
