import { expect, it } from 'vitest'
import { formatSessionName, formatSessionPlace } from './session-names.ts'

it.each([
  [{ browser: 'Firefox', os: 'Linux' }, 'Firefox on Linux'],
  [{ browser: 'Firefox', os: null }, 'Firefox'],
  [{ browser: null, os: 'iOS' }, 'iOS'],
  [{ browser: null, os: null }, 'Unknown device'],
])('names the session of %j', (session, name) => {
  expect(formatSessionName(session)).toBe(name)
})

it.each([
  ['PT', 'Portugal'],
  ['XA', 'Pseudo-Accents'],
  [null, 'Unknown location'],
])('names the country %s', (country, place) => {
  expect(formatSessionPlace({ country })).toBe(place)
})
