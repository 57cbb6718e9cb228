import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, mixed, nearestMix, readableOn, textOn, turned } from './color-contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('computes the contrast of two colors as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#089b71', '#089b71')).toBe(1)
})

it('keeps text readable on and beside any color', () => {
  fc.assert(
    fc.property(color, color, (first, second) => {
      expect(contrast(textOn(first), first)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(readableOn(first, second), second)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})

it('does not change a color that is readable', () => {
  expect(readableOn('#067b5a', '#ffffff')).toBe('#067b5a')
})

it('mixes no more than is needed, and returns the other color where no mix is accepted', () => {
  const isDark = (mix: string) => contrast(mix, '#ffffff') >= 7
  const mix = nearestMix('#808080', '#000000', isDark)

  expect(isDark(mix)).toBe(true)
  expect(contrast(mix, '#ffffff')).toBeLessThan(7.4)
  expect(mixed('#804000', '#000000', 0.5)).toBe('#402000')
  expect(nearestMix('#808080', '#000000', () => false)).toBe('#000000')
})

it('turns the hue of a color, and leaves gray as it is', () => {
  expect(turned('#ff0000', 120)).toBe('#00ff00')
  expect(turned('#00ff00', 120)).toBe('#0000ff')
  expect(turned('#808080', 40)).toBe('#808080')
})
