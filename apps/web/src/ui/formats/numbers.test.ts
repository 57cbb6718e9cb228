import { describe, expect, it } from 'vitest'
import { formatCount, formatNumber, formatPercent, formatShortNumber } from './numbers.ts'

describe('numbers', () => {
  it('are grouped', () => {
    expect(formatNumber(12_345)).toBe('12,345')
  })

  it.each([
    [999, '999'],
    [1_240, '1.2K'],
    [3_400_000, '3.4M'],
  ])('%d is %s in compact form', (value, shown) => {
    expect(formatShortNumber(value)).toBe(shown)
  })

  it('have a singular and a plural', () => {
    expect([formatCount(0, 'click'), formatCount(1, 'click'), formatCount(1_204, 'click')]).toEqual(['0 clicks', '1 click', '1,204 clicks'])
  })

  it.each([
    [1, 3, '33%'],
    [12_345, 1_000, '1,235%'],
    [25, 1_000, '2.5%'],
    [1, 5_000, '<0.1%'],
    [0, 0, '0%'],
  ])('%d of %d is %s', (part, whole, shown) => {
    expect(formatPercent(part, whole)).toBe(shown)
  })
})
