// Creations by an import count toward the same rate limits as calls that create projects, chosen slugs and store names.
// The check compares the archive's numbers with the plan's limits. When the import starts, all creations are counted at
// once, because the job has no user who could wait. An archive can't change after its check, and an import that was
// started is not counted again. Therefore a killed job or a second start does not count twice.
import { archiveLimits, makeStoreHandle, type RateLimits } from '@linkshelf/contract'
import { type OrganizationContext, rateLimitCreation, refundCreation } from '../../access/index.ts'
import { isGeneratedSlug } from '../../links/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { ImportRow } from './data-import-table.ts'
import type { TableRow } from './parse-rows.ts'

type CountedKind = 'projects' | 'chosenSlugs' | 'storeNames'
export type CreationCounts = Record<CountedKind, number>

const nouns: Record<CountedKind, string> = {
  projects: 'projects',
  chosenSlugs: 'short names that were chosen',
  storeNames: 'names of stores, with earlier ones',
}

export interface CreationCounter {
  /** Counts what the rows of a file would create. */
  add(table: string, rows: readonly TableRow[]): void
  read(): Omit<CreationCounts, 'projects'>
  hasTooManyDomains(): boolean
}

/**
 * Returns a counter of what an import would create. It stops counting store names when their number exceeds the limit,
 * to limit memory.
 */
export function createCreationCounter({ storeNames: maxStoreNames }: RateLimits): CreationCounter {
  const storeNames = new Set<string>()
  const hosts = new Set<unknown>()
  let chosenSlugs = 0
  const addStoreName = (handle: string) => {
    if (storeNames.size <= maxStoreNames) storeNames.add(handle)
  }
  return {
    add(table, rows) {
      for (const row of rows) {
        if (row.domain != null && hosts.size <= archiveLimits.domains) hosts.add(row.domain)
        if ((table === 'links' || table === 'link_aliases') && !isGeneratedSlug(String(row.slug))) chosenSlugs += 1
        if (table === 'store_handles') addStoreName(String(row.handle))
        if (table === 'stores') addStoreName(makeStoreHandle(String(row.name)))
      }
    },
    read: () => ({ chosenSlugs, storeNames: storeNames.size }),
    hasTooManyDomains: () => hosts.size > archiveLimits.domains,
  }
}

/** Returns an error message if the archive alone exceeds a rate limit. Undefined if it does not. */
export function findCreationLimitFailure(
  { organization, entitlements: { rateLimits } }: Pick<OrganizationContext, 'organization' | 'entitlements'>,
  counts: CreationCounts,
): string | undefined {
  const reached = (Object.keys(nouns) as CountedKind[]).find((kind) => counts[kind] > rateLimits[kind])
  if (reached === undefined) return undefined
  const limit = rateLimits[reached].toLocaleString('en')
  const archive = `The archive has more than ${limit} ${nouns[reached]}`
  if (!organization.has_plans) return `${archive}, and ${limit} can be added within a day.`
  return `${archive}, and your plan lets you add ${limit} within a day. Upgrade, and import the archive then.`
}

/** Returns the counts that the check of an import stored. */
export function toCreationCounts({ project_ids, slug_count, store_name_count }: ImportRow): CreationCounts {
  return { projects: project_ids.length, chosenSlugs: slug_count ?? 0, storeNames: store_name_count ?? 0 }
}

/**
 * Counts what an import creates toward the rate limits. Throws TOO_MANY_REQUESTS if earlier creations leave too little
 * of a rate limit.
 */
export async function rateLimitImport(tx: Tx, ctx: OrganizationContext, counts: CreationCounts): Promise<void> {
  for (const kind of Object.keys(nouns) as CountedKind[]) await rateLimitCreation(tx, ctx, kind, counts[kind])
}

/** Subtracts the counts of an import that is undone, because its names become available again. */
export async function refundImport(tx: Tx, ctx: OrganizationContext, counts: CreationCounts): Promise<void> {
  for (const kind of Object.keys(nouns) as CountedKind[]) await refundCreation(tx, ctx, kind, counts[kind])
}
