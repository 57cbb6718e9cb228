import { expect, it } from 'vitest'
import { computeVisibility, isShownInStore } from './product-visibility.ts'

const now = new Date('2026-11-26T12:00:00Z')
const [past, future] = ['2026-11-26T12:00:00.000Z', '2026-11-26T12:00:00.001Z']
const store = { active: true }
const shown = { active: true, in_store: true, availability: 'available', show_from: null, show_until: null } as const

it.each([
  ['visible', {}, null],
  ['visible', { show_from: past, show_until: future }, null],
  ['unavailable', { availability: 'unavailable' }, null],
  ['hidden', { active: false }, null],
  ['hidden', { availability: 'hidden' }, null],
  ['not_in_store', { in_store: false }, null],
  ['scheduled', { show_from: future }, future],
  ['ended', { show_until: past }, past],
  ['hidden', { active: false, in_store: false, show_until: past }, null],
  ['not_in_store', { in_store: false, show_from: future }, null],
  ['scheduled', { availability: 'unavailable', show_from: future }, future],
] as const)('a product is %s with %j', (state, fields, at) => {
  const visibility = computeVisibility({ ...shown, ...fields }, { now, hasStorePage: true, store })

  expect(visibility).toEqual({ state, reason: null, at })
  expect(isShownInStore(visibility)).toBe(state === 'visible' || state === 'unavailable')
})

it.each([
  ['visible', { in_store: false }, null],
  ['hidden', { in_store: false, active: false }, null],
  ['scheduled', { in_store: false, show_from: future }, future],
] as const)('a product is %s with %j in an organization without store pages', (state, fields, at) => {
  expect(computeVisibility({ ...shown, ...fields }, { now, hasStorePage: false, store })).toEqual({ state, reason: null, at })
})

const hidden = { active: false }

it.each([
  ['not_in_store', 'no_store', {}, null],
  ['not_in_store', 'no_store', { in_store: false }, null],
  ['not_in_store', 'no_store', { show_until: past }, null],
  ['hidden', null, { active: false }, null],
  ['hidden', 'store_hidden', {}, hidden],
  ['hidden', 'store_hidden', { availability: 'unavailable', show_from: future }, hidden],
  ['hidden', null, { availability: 'hidden' }, hidden],
] as const)(
  'a product is %s for the reason %s with %j in the store %j, with and without store pages',
  (state, reason, fields, withStore) => {
    for (const hasStorePage of [true, false]) {
      const visibility = computeVisibility({ ...shown, ...fields }, { now, hasStorePage, store: withStore })

      expect(visibility).toEqual({ state, reason, at: null })
      expect(isShownInStore(visibility)).toBe(false)
    }
  },
)

it.each([
  [true, 'not_in_store', null],
  [false, 'hidden', 'store_hidden'],
] as const)(
  'a product that is not in a hidden store has its own reason first if the organization has store pages: %s',
  (hasStorePage, state, reason) => {
    expect(computeVisibility({ ...shown, in_store: false }, { now, hasStorePage, store: hidden })).toEqual({ state, reason, at: null })
  },
)
