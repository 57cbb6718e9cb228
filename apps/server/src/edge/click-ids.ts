import type { Ids } from '../platform/ids.ts'

/** Three hexadecimal digits each. */
const endings = Array.from({ length: 4_096 }, (_, count) => count.toString(16).padStart(3, '0'))

/**
 * Returns a UUIDv7 for a click of the given millisecond. The first of a millisecond is made by `ids`, but for its last three digits; those count up from 0, so
 * random bytes are drawn once a millisecond and ids sort in the order they were made (RFC 9562, section 6.2, method 1).
 */
export function createClickIds(ids: Ids): (at: number) => string {
  let madeAt = Number.NaN
  let prefix = ''
  let count = 0

  return (at) => {
    if (at !== madeAt || count === endings.length) {
      madeAt = at
      prefix = ids.next().slice(0, -3)
      count = 0
    }
    const ending = endings[count]
    count += 1
    return `${prefix}${ending}`
  }
}
