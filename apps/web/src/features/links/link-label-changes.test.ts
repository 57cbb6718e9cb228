import type { Label } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aLink } from '../../../test/open-dashboard.tsx'
import { applyLabelChanges, computeLabelCoverage, listOfferedLabels, toLabelChanges } from './link-label-changes.ts'

const both = [aLink({ labels: ['audio', 'old'] }), aLink({ labels: ['audio', 'desk'] })]

function aLabel(name: string, active = true): Label {
  return { label_id: name, name, active, color_hex: null }
}

describe('labels of several links', () => {
  it.each([
    ['audio', 'all'],
    ['desk', 'some'],
    ['travel', 'none'],
  ])('finds label %s on %s of the links', (label, carried) => {
    expect(computeLabelCoverage(both, label)).toBe(carried)
  })

  it('offers active, assigned and new labels, sorted by name', () => {
    const labels = [aLabel('travel'), aLabel('old', false), aLabel('unused', false)]

    expect(listOfferedLabels(labels, both, new Map([['brand new', true]]))).toEqual(['audio', 'brand new', 'desk', 'old', 'travel'])
  })

  it('returns only edits that change a link', () => {
    const edits = new Map([
      ['audio', true],
      ['desk', true],
      ['old', false],
      ['travel', false],
    ])

    expect(toLabelChanges(both, edits)).toEqual({ add: ['desk'], remove: ['old'] })
  })

  it('appends added labels without duplicates, and removes removed labels', () => {
    expect(applyLabelChanges(['audio', 'old'], { add: ['desk', 'audio'], remove: ['old'] })).toEqual(['audio', 'desk'])
  })
})
