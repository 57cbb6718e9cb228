import type { Params } from './ask.ts'
import type { Pieces } from './pieces.ts'

/** A condition on the counted days: of each day, the counting that is believed. */
export function inCounted({ counted: days }: Pieces): string {
  if (days.length === 0) return 'false'
  return `day >= {firstCounted:Date} AND day <= {lastCounted:Date}
    AND transform(day, {countedDays:Array(Date)}, {countings:Array(UInt64)}, toUInt64(0)) = counting`
}

export function countedParams({ counted: days }: Pieces): Params {
  if (days.length === 0) return {}
  return {
    firstCounted: days[0]?.day,
    lastCounted: days.at(-1)?.day,
    countedDays: days.map(({ day }) => day),
    countings: days.map(({ counting }) => counting),
  }
}
