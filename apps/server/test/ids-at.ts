import { createLowestId } from '@linkshelf/contract'
import { type Ids, systemIds } from '../src/platform/ids.ts'

/** Creates ids that begin with the time of a test's clock. */
export function createIdsAt(clock: () => number): Ids {
  return {
    next<Id extends string>() {
      return `${createLowestId(clock()).slice(0, 13)}${systemIds.next().slice(13)}` as Id
    },
  }
}
