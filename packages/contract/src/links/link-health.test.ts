import { expect, it } from 'vitest'
import { type LinkHealthReason, type LinkHealthState, type LinkHealthStatus, toLinkVerdict } from './link-health.ts'

it.each<[LinkHealthStatus, LinkHealthReason | null, LinkHealthState]>([
  ['ok', null, 'works'],
  ['unavailable', 'sold_out', 'works'],
  ['failing', 'host_missing', 'failed_once'],
  ['broken', 'not_found', 'broken'],
  ['blocked', 'captcha', 'uncheckable'],
  ['unchecked', 'affiliate_link', 'uncheckable'],
  ['unchecked', null, 'unchecked'],
])('says of status %s with reason %s: %s', (status, reason, state) => {
  expect(toLinkVerdict({ status, reason })).toEqual({ state, note: reason === 'sold_out' ? 'sold_out' : null })
})
