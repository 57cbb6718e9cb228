import { slugCorrectionMs } from '../rate-limits.ts'

export const checkedSlugsMax = 10

/**
 * Returns when a row was added, in milliseconds. The id begins with that time (UUIDv7). The `created_at` of an imported
 * link can be another time, because it comes from the file.
 */
export function parseAddedAtMs(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** Returns the lowest id that a row can have if it is added at this time. */
export function createLowestId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/**
 * Whether a link was added less than an hour ago. If so, and if the link has no visits, its slug can be corrected: the
 * earlier address does not become an alias.
 */
export function canCorrectSlug(linkId: string, atMs: number): boolean {
  return atMs - parseAddedAtMs(linkId) < slugCorrectionMs
}

/** Why the earlier address of a link stays as an alias when its slug is changed: the link's age, or its visits. */
export const slugFixedReasons = ['age', 'visits'] as const
export type SlugFixedReason = (typeof slugFixedReasons)[number]

export const slugStatuses = ['free', 'taken', 'reserved'] as const
export type SlugStatus = (typeof slugStatuses)[number]
