import { expect, it } from 'vitest'
import { toResolvedLink } from './resolved-link.ts'

const ids = { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 3 }
const destination = 'https://shop.example/'

it("normalizes the link's destination and the destinations of its rules", () => {
  const rules = [
    { kind: 'country', countries: ['DE'], destination: 'https://shop.example' },
    { kind: 'device', devices: ['phone'], destination: 'HTTPS://m.shop.example/a b' },
    { kind: 'time', fromAt: 1, untilAt: null, destination: 'https://bücher.example/' },
    { kind: 'split', variants: [{ weight: 1, destination: 'https://a.example' }] },
  ]
  expect(toResolvedLink({ ...ids, destination: 'https://shop.example', rules })).toEqual({
    ...ids,
    destination,
    rules: [
      { kind: 'country', countries: ['DE'], destination },
      { kind: 'device', devices: ['phone'], destination: 'https://m.shop.example/a%20b' },
      { kind: 'time', fromAt: 1, untilAt: null, destination: 'https://xn--bcher-kva.example/' },
      { kind: 'split', variants: [{ weight: 1, destination: 'https://a.example/' }] },
    ],
  })
})

it.each([
  ['a script as destination', { kind: 'country', countries: ['DE'], destination: 'javascript:alert(1)' }],
  ['credentials in its destination', { kind: 'device', devices: ['phone'], destination: 'https://bank@evil.example/' }],
  ['a header in its destination', { kind: 'time', fromAt: null, untilAt: null, destination: 'https://a.example/\r\nX-Evil: 1' }],
  [
    'one bad variant',
    {
      kind: 'split',
      variants: [
        { weight: 1, destination },
        { weight: 1, destination: 'data:,x' },
      ],
    },
  ],
  ['no variant', { kind: 'split', variants: [] }],
  ['a negative weight', { kind: 'split', variants: [{ weight: -1, destination }] }],
  ['an unknown kind', { kind: 'weather', destination }],
  ['an invalid country', { kind: 'country', countries: ['Germany'], destination }],
  ['an unknown device', { kind: 'device', devices: ['toaster'], destination }],
  ['null instead of an object', null],
])('skips a rule with %s', (_case, rule) => {
  const good = { kind: 'country', countries: ['FR'], destination }
  expect(toResolvedLink({ ...ids, destination, rules: [rule, good] })?.rules).toEqual([good])
})

it.each([undefined, null, {}, 'rules', []])('has no rules if %j is stored', (rules) => {
  expect(toResolvedLink({ ...ids, destination, rules })?.rules).toEqual([])
})

it('returns undefined if the destination is not an http(s) address', () => {
  expect(toResolvedLink({ ...ids, destination: 'javascript:alert(1)', rules: [] })).toBeUndefined()
})
