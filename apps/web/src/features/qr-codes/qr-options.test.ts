import { describe, expect, it } from 'vitest'
import { computeContrast, findReadabilityHint } from './qr-options.tsx'

describe('the contrast of two colors', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#777777', 1],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#010101', '#000000', 1.01],
  ])('of %s and %s is %f', (one, other, ratio) => {
    expect(computeContrast(one, other)).toBeCloseTo(ratio, 2)
  })
})

describe('the hint on readability', () => {
  const options = { color: '#000000', background_color: '#ffffff', background_transparent: false }

  it.each([
    ['black on white', {}],
    ['a dark color on a pale one', { color: '#1e3a8a', background_color: '#fff8e7' }],
    ['a contrast just above the minimum', { color: '#949494' }],
    ['a background color that is not drawn', { background_color: '#000000', background_transparent: true }],
  ])('is undefined for %s', (_what, change) => {
    expect(findReadabilityHint({ ...options, ...change })).toBeUndefined()
  })

  it.each([
    ['colors that are close', { color: '#cccccc' }, /too close .*\(contrast 1\.6,/],
    ['a contrast just below the minimum, rounded down', { color: '#959595' }, /contrast 2\.9,/],
    ['pale on dark but close', { color: '#444444', background_color: '#222222' }, /too close/],
    ['white on black', { color: '#ffffff', background_color: '#000000' }, /lighter than its background/],
    ['pale on paper', { color: '#ffff00', background_color: '#000000', background_transparent: true }, /On white paper .*\(contrast 1\.0,/],
  ])('describes %s', (_what, change, hint) => {
    expect(findReadabilityHint({ ...options, ...change })).toMatch(hint)
  })
})
