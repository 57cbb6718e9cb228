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
  ])('label %s is on %s of them', (label, carried) => {
    expect(computeLabelCoverage(both, label)).toBe(carried)
  })

  it('offers active, assigned and new labels, sorted by name', () => {
    const labels = [aLabel('travel'), aLabel('old', false), aLabel('unused', false)]

    expect(listOfferedLabels(labels, both, new Map([['brand new', true]]))).toEqual(['audio', 'brand new', 'desk', 'old', 'travel'])
  })

  it('contains only effective changes', () => {
    const edits = new Map([
      ['audio', true],
      ['desk', true],
      ['old', false],
      ['travel', false],
    ])

    expect(toLabelChanges(both, edits)).toEqual({ add: ['desk'], remove: ['old'] })
  })

  it('appends added labels without duplicates, and removes others', () => {
    expect(applyLabelChanges(['audio', 'old'], { add: ['desk', 'audio'], remove: ['old'] })).toEqual(['audio', 'desk'])
  })
})
