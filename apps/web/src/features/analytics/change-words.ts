import { showNumber, showPercent, showShortNumber } from '../../ui/numbers.ts'

export interface Change {
  direction: 'up' | 'down' | 'flat'
  words: string
}

/** A percentage of fewer than these says more than there is to say. */
const leastBase = 10
/** From so many times as many on, people read "12×" more easily than a percentage. */
const timesFrom = 10
const timesAtMost = 100

/** How a count differs from the one before it: a percentage where that means something, else what does. */
export function changeInWords(now: number, before: number): Change {
  if (now === before) return { direction: 'flat', words: 'No change' }
  if (before === 0) return { direction: 'up', words: 'New' }
  if (now < before) return { direction: 'down', words: `−${ofBase(before - now, before)}` }
  if (before < leastBase || now / before < timesFrom) return { direction: 'up', words: `+${ofBase(now - before, before)}` }
  return { direction: 'up', words: now / before > timesAtMost ? `>${timesAtMost}×` : `${showNumber(now / before)}×` }
}

function ofBase(difference: number, before: number): string {
  return before < leastBase ? showShortNumber(difference) : showPercent(difference, before)
}
