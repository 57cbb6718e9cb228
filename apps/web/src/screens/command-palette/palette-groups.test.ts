import { IconLink } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { applyOffer, matchActions, type PaletteEntity, splitVerb, toEntityGroups } from './palette-groups.ts'

const run = () => undefined

function anEntity(label: string, ...actions: string[]): PaletteEntity {
  return {
    id: label,
    label,
    Icon: IconLink,
    run,
    actions: actions.map((name) => ({ id: `${name} ${label}`, label: name, Icon: IconLink, run })),
  }
}

const lamp = anEntity('Lamp', 'Copy short URL', 'Archive')
const oldLamp = anEntity('Old lamp', 'Copy short URL', 'Unarchive')

function listLabels(groups: ReturnType<typeof toEntityGroups>) {
  return groups.map(({ name, actions }) => [name, actions.map(({ label }) => label)])
}

it.each([
  ['copy lamp', { verb: 'copy', term: 'lamp' }],
  ['  Arch  desk lamp ', { verb: 'arch', term: 'desk lamp' }],
  ['copy ', { verb: 'copy', term: '' }],
  ['copy', { verb: undefined, term: 'copy' }],
  ['copper lamp', { verb: undefined, term: 'copper lamp' }],
  ['c lamp', { verb: undefined, term: 'c lamp' }],
  ['', { verb: undefined, term: '' }],
])('splits %o into the verb of an action and a search term', (query, expected) => {
  expect(splitVerb(query, ['Copy short URL', 'Archive'])).toEqual(expected)
})

describe('the groups of found entities', () => {
  it('are the entities, and the actions of the first entity', () => {
    expect(listLabels(toEntityGroups('Links', [lamp, oldLamp], { verb: undefined, term: 'lamp' }))).toEqual([
      ['Links', ['Lamp', 'Old lamp']],
      ['“Lamp”', ['Copy short URL', 'Archive']],
    ])
  })

  it('are only the entities while nothing is typed', () => {
    expect(listLabels(toEntityGroups('Links', [lamp], { verb: undefined, term: '' }))).toEqual([['Links', ['Lamp']]])
  })

  it('are one action of each entity, if the verb of the action is typed', () => {
    expect(listLabels(toEntityGroups('Links', [lamp, oldLamp], { verb: 'copy', term: 'lamp' }))).toEqual([
      ['Links', ['Copy short URL: Lamp', 'Copy short URL: Old lamp']],
    ])
    expect(listLabels(toEntityGroups('Links', [lamp, oldLamp], { verb: 'arch', term: 'lamp' }))).toEqual([['Links', ['Archive: Lamp']]])
  })
})

it('ranks labels by whether they equal, begin with or contain the term, or are found by keywords', () => {
  const anAction = (label: string, keywords = '') => ({ id: label, label, keywords, Icon: IconLink, run })
  const labels = ['Contact', 'Other', 'A link', 'Links', 'Link'].map((label) => anAction(label, 'link'))

  expect(matchActions(labels, ' Link ').map(({ label }) => label)).toEqual(['Link', 'Links', 'A link', 'Contact', 'Other'])
})

it.each([
  ['enabled', [undefined]],
  ['disabled', ['This project is archived. Unarchive it to add links.']],
  ['hidden', []],
] as const)('offers an action that is %s', (offer, reasons) => {
  expect(applyOffer(offer, lamp).map(({ whyNot }) => whyNot)).toEqual(reasons)
})

it('matches every word, in any order, in labels and keywords', () => {
  const feedback = { id: 'feedback', label: 'Contact & Feedback', keywords: 'support', Icon: IconLink, run }

  expect(matchActions([feedback], 'support cont')).toEqual([feedback])
  expect(matchActions([feedback], 'support lamp')).toEqual([])
  expect(matchActions([feedback], '')).toEqual([feedback])
})
