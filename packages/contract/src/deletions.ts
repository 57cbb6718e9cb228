// Deleted links and products, which can be restored for some time. After that, their content is erased.
import { z } from 'zod'
import { instant } from './call.ts'
import { restorableDays } from './deletion-limits.ts'

/** Fields of a deleted link or product. */
export const deletionFields = {
  deleted_at: instant,
  deleted_by: z.string().nullable().describe('The member, API key or part of Linkshelf that deleted it; null if unknown'),
  restorable_until: instant,
}

export function toRestorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableDays * 86_400_000)
}

/** Returns the instant since which a deletion can be undone. */
export function toRestorableSince(now: Date): Date {
  return new Date(now.getTime() - restorableDays * 86_400_000)
}
