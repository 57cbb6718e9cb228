import { expect, it } from 'vitest'
import { hostMessages, hostName, parseHost } from './host-name.ts'

it.each([
  ['go.lamps.example', 'go.lamps.example'],
  ['  Go.LAMPS.Example ', 'go.lamps.example'],
  ['lamps.example.', 'lamps.example'],
  ['lämpen.example', 'xn--lmpen-gra.example'],
  ['XN--LMPEN-GRA.example', 'xn--lmpen-gra.example'],
  ['ランプ。example', 'xn--udk9a4a.example'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['ＬＡＭＰ.example', 'lamp.example'],
  ['a-b.1lamp.example', 'a-b.1lamp.example'],
])('parses %j as %s', (typed, host) => {
  expect(hostName.parse(typed)).toBe(host)
})

it.each([
  ['', 'required'],
  [' . ', 'required'],
  ['https://lamps.example', 'nameAlone'],
  ['lamps.example/go', 'nameAlone'],
  ['mia@lamps.example', 'nameAlone'],
  ['lamps.example:8080', 'port'],
  ['lamps.example:', 'port'],
  ['203.0.113.5', 'address'],
  ['0x7f.1', 'address'],
  ['127.1', 'address'],
  ['[2001:db8::1]', 'address'],
  ['2001:db8::1', 'address'],
  ['lamps', 'incomplete'],
  ['com.', 'incomplete'],
  ['lamps..example', 'invalid'],
  ['.lamps.example', 'invalid'],
  ['lamps.example..', 'invalid'],
  ['-lamps.example', 'invalid'],
  ['lamps-.example', 'invalid'],
  ['la--mps.example', 'invalid'],
  ['_lamps.example', 'invalid'],
  ['*.lamps.example', 'invalid'],
  ['lamps%2eexample', 'invalid'],
  ['xn--a.example', 'invalid'],
  [`${'a'.repeat(64)}.example`, 'invalid'],
  [`${`${'a'.repeat(59)}.`.repeat(4)}example`, 'invalid'],
] as const)('rejects %j: %s', (typed, problem) => {
  expect(parseHost(typed)).toEqual({ problem })
  expect(hostName.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([hostMessages[problem]])
})
