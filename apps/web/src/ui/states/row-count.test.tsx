import { render } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { readLastRowCount, useRowCount } from './row-count.ts'

beforeEach(() => localStorage.clear())

function List({ count }: { count: number | undefined }) {
  useRowCount('lamps', count)
  return null
}

describe('the rows of a skeleton', () => {
  it('are as many as the list had when it was last shown, also after a reload', () => {
    expect(readLastRowCount('lamps', 6)).toBe(6)
    const { rerender } = render(<List count={undefined} />)
    expect(readLastRowCount('lamps', 6)).toBe(6)

    rerender(<List count={3} />)

    expect([readLastRowCount('lamps', 6), readLastRowCount('rugs', 4)]).toEqual([3, 4])
  })

  it('are at least one, and no more than a screen shows at first', () => {
    const { rerender } = render(<List count={0} />)
    expect(readLastRowCount('lamps', 6)).toBe(1)

    rerender(<List count={500} />)

    expect(readLastRowCount('lamps', 6)).toBe(20)
  })

  it.each(['"many"', 'null', '{"lamps":"3"}', '{"lamps":2.5}', '{'])('have the default count if %s is stored', (stored) => {
    localStorage.setItem('linkshelf.rows', stored)

    expect(readLastRowCount('lamps', 6)).toBe(6)
  })
})
