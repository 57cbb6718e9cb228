import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseTextColor, computeContrast, findNearestMix, makeReadable, mixColors, rotateHue } from './color-contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('computes the contrast of two colors as WCAG defines it', () => {
  expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(computeContrast('#089b71', '#089b71')).toBe(1)
})

it('chooses text colors that are readable on and next to any color', () => {
  fc.assert(
    fc.property(color, color, (first, second) => {
      expect(computeContrast(chooseTextColor(first), first)).toBeGreaterThanOrEqual(4.5)
      expect(computeContrast(makeReadable(first, second), second)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})

it('does not change a color that is readable', () => {
  expect(makeReadable('#067b5a', '#ffffff')).toBe('#067b5a')
})

it('mixes no more than needed, and returns the other color if no mix is accepted', () => {
  const isDark = (mix: string) => computeContrast(mix, '#ffffff') >= 7
  const mix = findNearestMix('#808080', '#000000', isDark)

  expect(isDark(mix)).toBe(true)
  expect(computeContrast(mix, '#ffffff')).toBeLessThan(7.4)
  expect(mixColors('#804000', '#000000', 0.5)).toBe('#402000')
  expect(findNearestMix('#808080', '#000000', () => false)).toBe('#000000')
})

it('rotates the hue of a color, and does not change gray', () => {
  expect(rotateHue('#ff0000', 120)).toBe('#00ff00')
  expect(rotateHue('#00ff00', 120)).toBe('#0000ff')
  expect(rotateHue('#808080', 40)).toBe('#808080')
})
