import { describe, expect, it } from 'vitest'
import { computeAxisTicks, computeLabelStep, toBarsPath } from './day-chart.tsx'

const plot = { left: 0, top: 0, width: 100, height: 100 }

describe('the ticks of an axis', () => {
  it.each([
    [0, [0, 1, 2, 3, 4]],
    [3, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [10, [0, 5, 10]],
    [61, [0, 20, 40, 60, 80]],
    [100, [0, 25, 50, 75, 100]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('are whole and round, and reach a maximum of %d', (max, ticks) => {
    expect(computeAxisTicks(max)).toEqual(ticks)
  })
})

describe('the bars', () => {
  it('start at the bottom, one for each value above zero', () => {
    expect(toBarsPath([1, 0, 0.5], plot).match(/M[\d.]+ 100/g)).toHaveLength(2)
    expect(toBarsPath([0, 0], plot)).toBe('')
  })

  it('are as high as their part of the plot', () => {
    expect(toBarsPath([0.5], plot)).toBe('M10 100v-47q0-3 3-3h74q3 0 3 3v47z')
  })

  it('are visible for the smallest value', () => {
    expect(toBarsPath([0.000_1], plot)).toContain('v-0q0-1 1-1')
  })
})

it.each([
  [30, 1_000, 3],
  [7, 1_000, 1],
  [90, 300, 21],
])('of %d intervals in %d px, every label is %d intervals after the label before', (count, widthPx, step) => {
  expect(computeLabelStep(count, widthPx)).toBe(step)
})
