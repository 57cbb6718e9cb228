import { expect, it } from 'vitest'
import { systemIds } from '../platform/ids.ts'
import { createRecordIds } from './record-ids.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('returns a distinct id for each click of a millisecond, in order', () => {
  const idOf = createRecordIds(systemIds)
  const ids = Array.from({ length: 4_096 }, () => idOf(1))
  expect(new Set(ids).size).toBe(4_096)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(uuidV7)
})

it('returns distinct ids after 4,096 of a millisecond and when the clock is set back', () => {
  const idOf = createRecordIds(systemIds)
  const ids = [5, 6, 5, 4].flatMap((at) => Array.from({ length: 10_000 }, () => idOf(at)))
  expect(new Set(ids).size).toBe(40_000)
})
