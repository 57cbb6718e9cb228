import { expect, it } from 'vitest'
import { contrast, readableOn, textOn } from './colors.ts'

it('computes the contrast of two colors as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#089b71', '#089b71')).toBe(1)
})

it('keeps text readable on and beside any color', () => {
  for (let seed = 0; seed < 0x1000000; seed += 7_919) {
    const color = `#${seed.toString(16).padStart(6, '0')}`
    expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5)
    for (const background of ['#ffffff', '#000000', '#777777'])
      expect(contrast(readableOn(color, background), background)).toBeGreaterThanOrEqual(4.5)
  }
})

it('does not change a color that is readable', () => {
  expect(readableOn('#067b5a', '#ffffff')).toBe('#067b5a')
})
