import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../harness/vitest/random-cases.ts'
import { makeStoreHandle } from './store-limits.ts'

it.each([
  ["Mia's Lamps & Co", 'mias-lamps-co'],
  ['  BRIGHT  lamps! ', 'bright-lamps'],
  ['Bright\u200bLamps\ufe0f', 'brightlamps'],
  ['ランプ', 'ランプ'],
  ['J\u030c', '\u01f0'],
  ['…', ''],
])('makes a handle of %o', (name, handle) => {
  expect(makeStoreHandle(name)).toBe(handle)
})

it('does not change a handle', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => makeStoreHandle(makeStoreHandle(name)) === makeStoreHandle(name)))
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (name) => makeStoreHandle(makeStoreHandle(name)) === makeStoreHandle(name)))
})
