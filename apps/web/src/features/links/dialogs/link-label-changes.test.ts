import type { Label } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aLink } from '../../../../test/open-dashboard.tsx'
import { applyLabelChanges, labelCoverage, offeredLabels, toLabelChanges } from './link-label-changes.ts'

const both = [aLink({ labels: ['audio', 'old'] }), aLink({ labels: ['audio', 'desk'] })]

function aLabel(name: string, active = true): Label {
  return { label_id: name, name, active }
}

describe('labels of several links', () => {
  it.each([
    ['audio', 'all'],
    ['desk', 'some'],
    ['travel', 'none'],
  ])('%s is carried by %s', (label, carried) => {
    expect(labelCoverage(both, label)).toBe(carried)
  })

  it('offers active ones, those carried and those thought of, by name', () => {
    const labels = [aLabel('travel'), aLabel('old', false), aLabel('unused', false)]

    expect(offeredLabels(labels, both, new Map([['brand new', true]]))).toEqual(['audio', 'brand new', 'desk', 'old', 'travel'])
  })

  it('changes only what is not so already', () => {
    const wanted = new Map([
      ['audio', true],
      ['desk', true],
      ['old', false],
      ['travel', false],
    ])

    expect(toLabelChanges(both, wanted)).toEqual({ add: ['desk'], remove: ['old'] })
  })

  it('adds at the end, once, and removes', () => {
    expect(applyLabelChanges(['audio', 'old'], { add: ['desk', 'audio'], remove: ['old'] })).toEqual(['audio', 'desk'])
  })
})
