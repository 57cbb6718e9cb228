import { describe, expect, it } from 'vitest'
import { emptySelection, type RowSelectionState, selectAllRows, toggleRows } from './row-selection.ts'

const shown = { shown: ['a', 'b', 'c', 'd', 'e'], max: 100 }
const single = { isRange: false }
const range = { isRange: true }

function listIds({ ids }: RowSelectionState): string[] {
  return [...ids].sort()
}

describe('selected rows', () => {
  it('toggles one row', () => {
    const on = toggleRows(emptySelection, shown, 'b', single)
    expect(listIds(on)).toEqual(['b'])

    expect(listIds(toggleRows(on, shown, 'b', single))).toEqual([])
  })

  it.each([
    ['down', 'b', 'd'],
    ['up', 'd', 'b'],
  ])('selects all rows from the last toggled row, %s the list', (_way, from, to) => {
    expect(listIds(toggleRows(toggleRows(emptySelection, shown, from, single), shown, to, range))).toEqual(['b', 'c', 'd'])
  })

  it('deselects a range when its end was selected', () => {
    const all = selectAllRows(shown)
    const withoutOne = toggleRows(all, shown, 'b', single)

    expect(listIds(toggleRows(withoutOne, shown, 'd', range))).toEqual(['a', 'e'])
  })

  it.each([
    ['no row was toggled before', emptySelection],
    ['the last toggled row is no longer listed', { ids: new Set<string>(), lastId: 'gone' }],
  ])('toggles only one row when %s', (_why, before) => {
    expect(listIds(toggleRows(before, shown, 'c', range))).toEqual(['c'])
  })

  it('selects no more than the maximum', () => {
    const many = { shown: Array.from({ length: 105 }, (_, index) => `row ${index}`), max: 100 }

    const all = selectAllRows(many)
    expect(all.ids.size).toBe(100)
    expect(toggleRows(all, many, 'row 101', single).ids).toEqual(all.ids)
  })
})
