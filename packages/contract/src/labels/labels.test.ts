import { describe, expect, it } from 'vitest'
import { defaultLabelColor, labelColor, labelColorNames, labelPalette } from './labels.ts'

describe('the color of a label', () => {
  it('is one of eight', () => {
    expect(new Set(labelPalette).size).toBe(8)
    const given = new Set(Array.from({ length: 200 }, (_, index) => labelColor(`label ${index}`)))
    expect([...given].toSorted()).toEqual([...labelPalette].toSorted())
  })

  it('has a name of its own', () => {
    expect(new Set(labelPalette.map((color) => labelColorNames[color])).size).toBe(8)
  })

  it('is #3B82F6 while there is no name', () => {
    expect([labelColor(''), defaultLabelColor]).toEqual(['#3B82F6', '#3B82F6'])
  })

  it.each([
    ['audio', '#EF4444'],
    ['gift guide', '#3B82F6'],
    ['office', '#8B5CF6'],
  ])('of %s comes from its text, and is the same everywhere', (name, color) => {
    expect(labelColor(name)).toBe(color)
  })
})
