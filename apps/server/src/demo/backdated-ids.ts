import { createLowestId } from '@linkshelf/contract'
import type { Ids } from '../platform/ids.ts'

/** The length of the time in the text of a UUIDv7. */
const timeLength = 13

/** Returns ids that contain the time of `getTimeMs`. All other digits come from `ids`, so the ids are unique. */
export function backdateIds(ids: Ids, getTimeMs: () => number): Ids {
  return {
    next: <Id extends string>() => `${createLowestId(getTimeMs()).slice(0, timeLength)}${ids.next().slice(timeLength)}` as Id,
  }
}
