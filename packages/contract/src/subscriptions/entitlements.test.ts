import { expect, it } from 'vitest'
import { formatLinkLimitMessage, toEntitlements } from './entitlements.ts'

const free = {
  package: 'Free',
  has_plans: true,
  raised_limits: {},
  full_analytics_enabled: false,
  store_page_enabled: true,
  product_page_enabled: false,
  dashboard_days: 30,
} as const

it('takes limits from the package, and features from the settings of the organization', () => {
  expect(toEntitlements(free)).toEqual({
    linksPerProject: 10,
    clicksPerMonth: 1_000,
    apiRequestsPerMonth: 1_000,
    domains: 1,
    uploadBytes: 100_000_000,
    importBytes: 50_000_000,
    archiveBytes: 250_000_000,
    exportBytes: 250_000_000,
    storedBytes: 500_000_000,
    dashboardDays: 30,
    historyDays: 30,
    rateLimits: { writes: 2_000, projects: 10, chosenSlugs: 20, storeNames: 10, invitations: 20 },
    hasFullAnalytics: false,
    hasStorePage: true,
    hasProductPage: false,
    hasProducts: true,
  })
})

it.each([
  ['Free', 10, 30],
  ['Starter', 500, 365],
  ['Pro', 5_000, 730],
  ['Business', 50_000, Number.POSITIVE_INFINITY],
  ['Lifetime', 5_000, 730],
  ['Enterprise', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
] as const)('gives %s %d links per project and %d days of history', (name, linksPerProject, historyDays) => {
  expect(toEntitlements({ ...free, package: name })).toMatchObject({ linksPerProject, historyDays })
})

it.each([
  ['Free', 1],
  ['Starter', 3],
  ['Pro', 10],
  ['Lifetime', 10],
  ['Business', 100],
  ['Enterprise', Number.POSITIVE_INFINITY],
] as const)('gives %s %d own domains', (name, domains) => {
  expect(toEntitlements({ ...free, package: name })).toMatchObject({ domains })
})

it('has a history that always includes the default range of charts', () => {
  expect(toEntitlements({ ...free, dashboard_days: 90 })).toMatchObject({ dashboardDays: 90, historyDays: 89 })
})

it("applies the limits that the operator raised, unless the package's limits are higher", () => {
  const raised = { ...free, raised_limits: { linksPerProject: 600, chosenSlugs: 100 } }
  expect(toEntitlements(raised)).toMatchObject({ linksPerProject: 600, rateLimits: { chosenSlugs: 100, projects: 10 } })
  expect(toEntitlements({ ...raised, package: 'Pro' })).toMatchObject({ linksPerProject: 5_000, rateLimits: { chosenSlugs: 10_000 } })
})

it('has full analytics, no package limits, but the rate limits if the instance has no plans', () => {
  const { rateLimits, dashboardDays, hasStorePage, hasProductPage, hasProducts, hasFullAnalytics, ...limits } = toEntitlements({
    ...free,
    has_plans: false,
  })
  expect(new Set(Object.values(limits))).toEqual(new Set([Number.POSITIVE_INFINITY]))
  expect({ dashboardDays, hasStorePage, hasProductPage, hasProducts, hasFullAnalytics }).toEqual({
    dashboardDays: 30,
    hasStorePage: true,
    hasProductPage: false,
    hasProducts: true,
    hasFullAnalytics: true,
  })
  expect(Object.values(rateLimits).every(Number.isFinite)).toBe(true)
})

it('names the limit in the message', () => {
  expect(formatLinkLimitMessage(10)).toBe('Limit reached - You have reached the maximum of 10 links for this project.')
})
