import { expect, it } from 'vitest'
import { listCommonest } from './build-common-passwords.ts'

it('returns the first distinct passwords that are long enough, ignoring case', () => {
  const list = 'qwerty\r\n12345\r\nQwerty\r\nDragons\r\nﬁshing\r\ntoo late\r\n'

  expect([...listCommonest(list, 3)]).toEqual(['qwerty', 'dragons', 'fishing'])
})
