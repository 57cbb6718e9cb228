import { expect, it } from 'vitest'
import { computeVisibility, isShownInStore } from './product-visibility.ts'

const now = new Date('2026-11-26T12:00:00Z')
const [past, future] = ['2026-11-26T12:00:00.000Z', '2026-11-26T12:00:00.001Z']
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
  expect(computeVisibility({ ...shown, ...fields }, { now, hasStorePage: true })).toEqual({ state, at })
  expect(isShownInStore({ state, at })).toBe(state === 'visible' || state === 'unavailable')
})

it.each([
  ['visible', { in_store: false }, null],
  ['hidden', { in_store: false, active: false }, null],
  ['scheduled', { in_store: false, show_from: future }, future],
] as const)('a product is %s with %j in an organization without store pages', (state, fields, at) => {
  expect(computeVisibility({ ...shown, ...fields }, { now, hasStorePage: false })).toEqual({ state, at })
})
