import { expect, it } from 'vitest'
import { changeInWords } from './change-words.ts'

it.each([
  ['nothing, twice', 0, 0, 'flat', 'No change'],
  ['as many as before', 31, 31, 'flat', 'No change'],
  ['some where there was nothing', 13_195, 0, 'up', 'New'],
  ['one more than hardly any', 2, 1, 'up', '+1'],
  ['far more than hardly any', 13_196, 1, 'up', '+13.2K'],
  ['fewer than hardly any', 3, 9, 'down', '−6'],
  ['nothing after hardly any', 0, 9, 'down', '−9'],
  ['a little more', 10_001, 10_000, 'up', '+<0.1%'],
  ['more', 123, 100, 'up', '+23%'],
  ['more than twice as many', 230, 100, 'up', '+130%'],
  ['just under ten times as many', 999, 100, 'up', '+899%'],
  ['ten times as many', 1_000, 100, 'up', '10×'],
  ['a hundred times as many', 1_000, 10, 'up', '100×'],
  ['more than that', 1_320_500, 10, 'up', '>100×'],
  ['fewer', 120, 150, 'down', '−20%'],
  ['nothing any more', 0, 150, 'down', '−100%'],
] as const)('tells %s', (_case, now, before, direction, words) => {
  expect(changeInWords(now, before)).toEqual({ direction, words })
})
