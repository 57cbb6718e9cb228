import { z } from 'zod'

export const packageName = z.enum(['Free', 'Starter', 'Pro', 'Business', 'Lifetime', 'Enterprise'])
export type PackageName = z.infer<typeof packageName>

/** What each package includes. `Number.POSITIVE_INFINITY` means no limit. */
export interface PackageLimits {
  linksPerProject: number
  /** How many days back analytics shows. */
  historyDays: number
}

export const packageLimits: Record<PackageName, PackageLimits> = {
  Free: { linksPerProject: 10, historyDays: 30 },
  Starter: { linksPerProject: 500, historyDays: 365 },
  Pro: { linksPerProject: 5_000, historyDays: 730 },
  Business: { linksPerProject: 50_000, historyDays: Number.POSITIVE_INFINITY },
  Lifetime: { linksPerProject: 5_000, historyDays: 730 },
  Enterprise: { linksPerProject: Number.POSITIVE_INFINITY, historyDays: Number.POSITIVE_INFINITY },
}
