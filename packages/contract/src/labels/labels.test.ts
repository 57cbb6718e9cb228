import { describe, expect, it } from 'vitest'
import { chooseLabelColor, computeLabelColor, defaultLabelColor, labelColorNames, labelPalette } from './labels.ts'

describe('the color of a label', () => {
  it('is one of the eight colors of the palette', () => {
    expect(new Set(labelPalette).size).toBe(8)
    const given = new Set(Array.from({ length: 200 }, (_, index) => computeLabelColor(`label ${index}`)))
    expect([...given].toSorted()).toEqual([...labelPalette].toSorted())
  })

  it('has a name that no other color has', () => {
    expect(new Set(labelPalette.map((color) => labelColorNames[color])).size).toBe(8)
  })

  it('is #3B82F6 if the name is empty', () => {
    expect([computeLabelColor(''), defaultLabelColor]).toEqual(['#3B82F6', '#3B82F6'])
  })

  it.each([
    ['audio', '#EF4444'],
    ['gift guide', '#3B82F6'],
    ['office', '#8B5CF6'],
  ])('is always computed from the name %s as %s', (name, color) => {
    expect(computeLabelColor(name)).toBe(color)
  })
})

describe('the next color', () => {
  const aLabel = (name: string, color_hex: string | null = null) => ({ name, color_hex })

  it('is the first color that no label has, whether chosen or computed', () => {
    expect(chooseLabelColor([])).toBe('#3b82f6')
    expect(chooseLabelColor([aLabel('lamps', '#3B82F6')])).toBe('#10b981')
    // The computed color of "audio" is red.
    expect(chooseLabelColor([...labelPalette.slice(0, 3).map((color) => aLabel(color, color)), aLabel('audio')])).toBe('#8b5cf6')
  })

  it('gives eight labels eight colors, and the ninth label the rarest color', () => {
    const labels: ReturnType<typeof aLabel>[] = []
    for (let nth = 1; nth <= 9; nth += 1) labels.push(aLabel(`label ${nth}`, chooseLabelColor(labels)))

    expect(labels.slice(0, 8).map(({ color_hex }) => color_hex)).toEqual(labelPalette.map((color) => color.toLowerCase()))
    expect(labels[8]?.color_hex).toBe('#3b82f6')
    expect(chooseLabelColor(labels)).toBe('#10b981')
  })
})
