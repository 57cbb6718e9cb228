import { expect, it } from 'vitest'
import { toBreakdownName } from './breakdown-names.ts'

it.each([
  ['a name', { name: 'spring-sale' }, 'spring-sale'],
  ['an unknown name', { name: '' }, 'Not set'],
  ['the names that are added up', { name: '', is_other: true as const }, 'Other'],
])('shows %s', (_title, row, shown) => {
  expect(toBreakdownName('utm_campaign', row)).toBe(shown)
})
