import type { Ids } from '../platform/ids.ts'

/** Three hexadecimal digits each. */
const endings = Array.from({ length: 4_096 }, (_, count) => count.toString(16).padStart(3, '0'))

/**
 * A UUIDv7 for every click of the given millisecond. The first is as `ids` makes it but for its last digits; those count on from there, so chance is
 * asked for once a millisecond and ids sort as they were made (RFC 9562, section 6.2, method 1).
 */
export function makeClickIds(ids: Ids): (at: number) => string {
  let madeAt = Number.NaN
  let beginning = ''
  let count = 0

  return (at) => {
    if (at !== madeAt || count === endings.length) {
      madeAt = at
      beginning = ids.next().slice(0, -3)
      count = 0
    }
    const ending = endings[count]
    count += 1
    return `${beginning}${ending}`
  }
}
