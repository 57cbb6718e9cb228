import { expect, it } from 'vitest'
import { describeDelta } from './delta.tsx'

it.each([
  ['two zeros', 0, 0, 'flat', 'No change'],
  ['equal counts', 31, 31, 'flat', 'No change'],
  ['a count after zero', 13_195, 0, 'up', 'New'],
  ['one more on a small base', 2, 1, 'up', '+1'],
  ['far more on a small base', 13_196, 1, 'up', '+13.2K'],
  ['less on a small base', 3, 9, 'down', '−6'],
  ['zero on a small base', 0, 9, 'down', '−9'],
  ['a tiny increase', 10_001, 10_000, 'up', '+<0.1%'],
  ['an increase', 123, 100, 'up', '+23%'],
  ['more than double', 230, 100, 'up', '+130%'],
  ['just under tenfold', 999, 100, 'up', '+899%'],
  ['tenfold', 1_000, 100, 'up', '10×'],
  ['a hundredfold', 1_000, 10, 'up', '100×'],
  ['more than a hundredfold', 1_320_500, 10, 'up', '>100×'],
  ['a decrease', 120, 150, 'down', '−20%'],
  ['a decrease to zero', 0, 150, 'down', '−100%'],
  ['a number that fell below zero', -30, 0, 'down', '−30'],
  ['a number that rose from below zero', 50, -20, 'up', '+70'],
] as const)('describes %s', (_case, current, previous, direction, text) => {
  expect(describeDelta(current, previous)).toEqual({ direction, text })
})
