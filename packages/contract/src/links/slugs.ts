import { slugCorrectionMs } from '../rate-limits.ts'

/** The maximum of slugs that are checked at once. */
export const checkedSlugsMax = 10

/**
 * When something was added, in milliseconds: its id begins with that (UUIDv7). The `created_at` of a link is what
 * an imported file says.
 */
export function parseAddedAtMs(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** The lowest id of what is added then. */
export function createLowestId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/**
 * Whether the slug of a link can still be corrected, before its first visit: for an hour after the link was added.
 * Later the earlier address of a changed slug stays as an alias.
 */
export function canCorrectSlug(linkId: string, atMs: number): boolean {
  return atMs - parseAddedAtMs(linkId) < slugCorrectionMs
}

/** Why the earlier address of a link stays when its slug is changed: the age of the link, or its visits. */
export const slugFixedReasons = ['age', 'visits'] as const
export type SlugFixedReason = (typeof slugFixedReasons)[number]

export const slugStatuses = ['free', 'taken', 'reserved'] as const
export type SlugStatus = (typeof slugStatuses)[number]
