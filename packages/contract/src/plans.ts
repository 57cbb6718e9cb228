import { z } from 'zod'

export const packageName = z.enum(['Free', 'Starter', 'Pro', 'Business', 'Lifetime', 'Enterprise'])
export type PackageName = z.infer<typeof packageName>

/** What each plan allows. `Number.POSITIVE_INFINITY` means no limit. */
export interface PlanLimits {
  linksPerProject: number
  /** How many days back analytics shows. */
  historyDays: number
}

export const plans: Record<PackageName, PlanLimits> = {
  Free: { linksPerProject: 10, historyDays: 30 },
  Starter: { linksPerProject: 500, historyDays: 365 },
  Pro: { linksPerProject: 5_000, historyDays: 730 },
  Business: { linksPerProject: 50_000, historyDays: Number.POSITIVE_INFINITY },
  Lifetime: { linksPerProject: 5_000, historyDays: 730 },
  Enterprise: { linksPerProject: Number.POSITIVE_INFINITY, historyDays: Number.POSITIVE_INFINITY },
}

/** The sentence of LINK_LIMIT_REACHED with the plan's real number in it. */
export function linkLimitMessage(limit: number): string {
  return `Limit reached - You have reached the maximum of ${limit} links for this project.`
}
