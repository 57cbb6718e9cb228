import { type Ids, systemIds } from '../src/platform/ids.ts'

/** Ids that begin with the time of a test's clock. */
export function idsAt(clock: () => number): Ids {
  return {
    next<Id extends string>() {
      const time = clock().toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}${systemIds.next().slice(13)}` as Id
    },
  }
}
