import { bulkLinksMax } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { type Chosen, choose, chooseAll, emptySelection } from './selected-links.ts'

const shown = ['a', 'b', 'c', 'd', 'e']
const single = { isRange: false }
const range = { isRange: true }

function idsOf({ ids }: Chosen): string[] {
  return [...ids].sort()
}

describe('selected links', () => {
  it('toggles one link', () => {
    const on = choose(emptySelection, shown, 'b', single)
    expect(idsOf(on)).toEqual(['b'])

    expect(idsOf(choose(on, shown, 'b', single))).toEqual([])
  })

  it.each([
    ['down', 'b', 'd'],
    ['up', 'd', 'b'],
  ])('selects all from the last one toggled, %s the list', (_way, from, to) => {
    expect(idsOf(choose(choose(emptySelection, shown, from, single), shown, to, range))).toEqual(['b', 'c', 'd'])
  })

  it('deselects a range when its end was selected', () => {
    const all = chooseAll(shown)
    const withoutLink = choose(all, shown, 'b', single)

    expect(idsOf(choose(withoutLink, shown, 'd', range))).toEqual(['a', 'e'])
  })

  it.each([
    ['no link was toggled before', emptySelection],
    ['the link toggled last is no longer listed', { ids: new Set<string>(), lastId: 'gone' }],
  ])('toggles only one link when %s', (_why, before) => {
    expect(idsOf(choose(before, shown, 'c', range))).toEqual(['c'])
  })

  it('selects no more than a bulk call may contain', () => {
    const many = Array.from({ length: bulkLinksMax + 5 }, (_, index) => `link ${index}`)

    const all = chooseAll(many)
    expect(all.ids.size).toBe(bulkLinksMax)
    expect(choose(all, many, `link ${bulkLinksMax + 1}`, single).ids).toEqual(all.ids)
  })
})
