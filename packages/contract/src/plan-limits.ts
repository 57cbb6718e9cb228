import { z } from 'zod'
import type { RateLimits } from './rate-limits.ts'

export const packageName = z.enum(['Free', 'Starter', 'Pro', 'Business', 'Lifetime', 'Enterprise'])
export type PackageName = z.infer<typeof packageName>

/** The limits of a package. `Number.POSITIVE_INFINITY` means no limit. */
export interface PackageLimits {
  linksPerProject: number
  /** Number of clicks per calendar month (UTC) that analytics shows. Clicks above it are recorded too. */
  clicksPerMonth: number
  /** Requests with API keys in a calendar month (UTC). */
  apiRequestsPerMonth: number
  /** The organization's own domains, including unverified domains. */
  domains: number
  /** Pictures, logos and fonts. */
  uploadBytes: number
  /** Imported files, and the reports about them. */
  importBytes: number
  /** Archives that are being imported into the organization. */
  archiveBytes: number
  /**
   * Archives of exports. An export can only begin while the stored exports are below this limit. An export is at most
   * as large as the data that it exports.
   */
  exportBytes: number
  /** Pictures, logos, fonts, imports, archives and exports together. */
  storedBytes: number
  /** Number of past days that analytics shows. */
  historyDays: number
  /** The rate limits stop scripts. They are far above what an owner does by hand or by import. */
  rateLimits: RateLimits
}

export const packageLimits: Record<PackageName, PackageLimits> = {
  Free: {
    linksPerProject: 10,
    clicksPerMonth: 1_000,
    apiRequestsPerMonth: 1_000,
    domains: 1,
    uploadBytes: 100_000_000,
    importBytes: 50_000_000,
    archiveBytes: 250_000_000,
    exportBytes: 250_000_000,
    storedBytes: 500_000_000,
    historyDays: 30,
    rateLimits: { writes: 2_000, projects: 10, chosenSlugs: 20, storeNames: 10, invitations: 20 },
  },
  Starter: {
    linksPerProject: 500,
    clicksPerMonth: 50_000,
    apiRequestsPerMonth: 50_000,
    domains: 3,
    uploadBytes: 1_000_000_000,
    importBytes: 200_000_000,
    archiveBytes: 2_000_000_000,
    exportBytes: 2_000_000_000,
    storedBytes: 4_000_000_000,
    historyDays: 365,
    rateLimits: { writes: 10_000, projects: 20, chosenSlugs: 2_000, storeNames: 40, invitations: 50 },
  },
  Pro: {
    linksPerProject: 5_000,
    clicksPerMonth: 500_000,
    apiRequestsPerMonth: 500_000,
    domains: 10,
    uploadBytes: 5_000_000_000,
    importBytes: 500_000_000,
    archiveBytes: 10_000_000_000,
    exportBytes: 10_000_000_000,
    storedBytes: 20_000_000_000,
    historyDays: 730,
    rateLimits: { writes: 20_000, projects: 50, chosenSlugs: 10_000, storeNames: 100, invitations: 100 },
  },
  Business: {
    linksPerProject: 50_000,
    clicksPerMonth: 5_000_000,
    apiRequestsPerMonth: 5_000_000,
    domains: 100,
    uploadBytes: 20_000_000_000,
    importBytes: 1_000_000_000,
    archiveBytes: 20_000_000_000,
    exportBytes: 20_000_000_000,
    storedBytes: 50_000_000_000,
    historyDays: Number.POSITIVE_INFINITY,
    rateLimits: { writes: 50_000, projects: 200, chosenSlugs: 50_000, storeNames: 400, invitations: 500 },
  },
  Lifetime: {
    linksPerProject: 5_000,
    clicksPerMonth: 500_000,
    apiRequestsPerMonth: 500_000,
    domains: 10,
    uploadBytes: 5_000_000_000,
    importBytes: 500_000_000,
    archiveBytes: 10_000_000_000,
    exportBytes: 10_000_000_000,
    storedBytes: 20_000_000_000,
    historyDays: 730,
    rateLimits: { writes: 20_000, projects: 50, chosenSlugs: 10_000, storeNames: 100, invitations: 100 },
  },
  Enterprise: {
    linksPerProject: Number.POSITIVE_INFINITY,
    clicksPerMonth: Number.POSITIVE_INFINITY,
    apiRequestsPerMonth: Number.POSITIVE_INFINITY,
    domains: Number.POSITIVE_INFINITY,
    uploadBytes: Number.POSITIVE_INFINITY,
    importBytes: Number.POSITIVE_INFINITY,
    archiveBytes: Number.POSITIVE_INFINITY,
    exportBytes: Number.POSITIVE_INFINITY,
    storedBytes: Number.POSITIVE_INFINITY,
    historyDays: Number.POSITIVE_INFINITY,
    rateLimits: { writes: 200_000, projects: 1_000, chosenSlugs: 200_000, storeNames: 2_000, invitations: 2_000 },
  },
}

/** A limit that an operator can raise for one organization. */
export type LimitName = Exclude<keyof PackageLimits, 'rateLimits'> | keyof RateLimits

const { rateLimits, ...countedLimits } = packageLimits.Free
export const limitNames = Object.keys({ ...countedLimits, ...rateLimits }) as LimitName[]

/**
 * Returns the limits of a package for one organization. If the operator raised a limit for the organization, the higher
 * limit of the two applies.
 */
export function raiseLimits(name: PackageName, raised: Readonly<Record<string, number>>): PackageLimits {
  const { rateLimits, ...limits } = packageLimits[name]
  return { ...raiseEach(limits, raised), rateLimits: raiseEach(rateLimits, raised) }
}

function raiseEach<Limits extends { [Name in keyof Limits]: number }>(limits: Limits, raised: Readonly<Record<string, number>>): Limits {
  const each = Object.entries<number>(limits).map(([name, limit]) => [name, Math.max(limit, raised[name] ?? 0)])
  return Object.fromEntries(each) as Limits
}

/** Whether a package turns on `full_analytics_enabled`. */
export function includesFullAnalytics(name: PackageName): boolean {
  return name !== 'Free'
}

/**
 * Packages whose stores may have HTML with scripts that open connections. The dashboard reads this list, so it is not
 * in the file of the schema, which would add the schema library to every first load.
 */
export const packagesWithSnippetConnections: readonly PackageName[] = (Object.keys(packageLimits) as PackageName[]).filter(
  (name) => name !== 'Free',
)

/** Packages in ascending order of their limits. Lifetime is missing, since it has Pro's limits. */
const upgrades = ['Starter', 'Pro', 'Business', 'Enterprise'] as const

type CountedLimit = 'linksPerProject' | 'clicksPerMonth' | 'apiRequestsPerMonth'

/** Returns the smallest paid package whose limit is at least `count`, or Enterprise if no limit is that high. */
export function chooseSmallestPackage(limit: CountedLimit, count: number): PackageName {
  return upgrades.find((name) => packageLimits[name][limit] >= count) ?? 'Enterprise'
}
