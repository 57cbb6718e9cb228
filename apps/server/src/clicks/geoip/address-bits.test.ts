import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, it } from 'vitest'
import { ipv4Bits, ipv6Bits } from './address-bits.ts'

it('reads any IPv4 address, and nothing else', () => {
  const number = fc.oneof(fc.nat(255).map(String), fc.constantFrom('', '0', '00', '01', '255', '256', '1000', 'a', '-1', ' 1', '1 ', '１'))
  fc.assert(
    fc.property(fc.array(number, { minLength: 3, maxLength: 5 }), (parts) => {
      const text = parts.join('.')
      const bits = isIPv4(text) ? parts.reduce((sum, part) => sum * 256 + Number(part), 0) : undefined
      expect(ipv4Bits(text)).toBe(bits)
    }),
    { numRuns: 2_000 },
  )
  expect(['', '.', '1.2.3.4.', '.1.2.3.4', '1.2.3.4 ', '::1', '::ffff:1.2.3.4'].map(ipv4Bits)).toEqual(Array(7).fill(undefined))
})

it('reads the first 64 bits of an IPv6 address, however it is written', () => {
  const group = fc.oneof(
    fc.constant('0'),
    fc.nat(0xffff).map((value) => value.toString(16)),
  )
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })
  const shortened = fc.tuple(groups, fc.nat(8), fc.nat(8)).map(([all, from, length]) => {
    const to = Math.min(8, from + length)
    return from === to ? all.join(':') : `${all.slice(0, from).join(':')}::${all.slice(to).join(':')}`
  })
  const dotted = shortened.map((text) => text.replace(/[0-9a-f]+:[0-9a-f]+$/, '192.0.2.1'))
  fc.assert(
    fc.property(fc.oneof(shortened, dotted), fc.boolean(), (text, isUpperCase) => {
      fc.pre(isIPv6(text))
      const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(text).parts
      expect(ipv6Bits(isUpperCase ? text.toUpperCase() : text)).toEqual([first * 65_536 + second, third * 65_536 + fourth])
    }),
    { numRuns: 3_000 },
  )
})

it('leaves the zone of an address out', () => {
  expect(['fe80::1%eth0', 'fe80::%eth0.1', '1::2:3:4%a:b'].map(ipv6Bits)).toEqual([
    [0xfe80_0000, 0],
    [0xfe80_0000, 0],
    [0x1_0000, 0],
  ])
})
