import { expect, it } from 'vitest'
import { createKnownDevices } from './known-devices.ts'

const devices = createKnownDevices(['key'])

it('knows a device by the accounts that signed in with it, whatever the case of the address', () => {
  const first = devices.add(undefined, 'Mia@example.com')
  const cookie = devices.add(first, 'noah@example.com')

  expect(devices.find(cookie, 'mia@EXAMPLE.com')).toBe(devices.find(first, 'mia@example.com'))
  expect(devices.find(cookie, 'noah@example.com')).toBeDefined()
  expect(devices.find(cookie, 'eve@example.com')).toBeUndefined()
})

it('gives every browser another id', () => {
  const [one, two] = [devices.add(undefined, 'mia@example.com'), devices.add(undefined, 'mia@example.com')]
  expect(devices.find(one, 'mia@example.com')).not.toBe(devices.find(two, 'mia@example.com'))
})

it('remembers the five accounts used last, each once', () => {
  let cookie = ''
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'f', 'b']) cookie = devices.add(cookie, `${name}@example.com`)
  const known = ['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => devices.find(cookie, `${name}@example.com`) !== undefined)
  expect(known).toEqual(['b', 'c', 'd', 'e', 'f'])
})

it('verifies with the previous key after a rotation, and signs with the new key', () => {
  const cookie = devices.add(undefined, 'mia@example.com')
  const rotated = createKnownDevices(['new', 'key'])
  expect(rotated.find(cookie, 'mia@example.com')).toBeDefined()
  const renewed = rotated.add(cookie, 'mia@example.com')
  expect(createKnownDevices(['new']).find(renewed, 'mia@example.com')).toBe(devices.find(cookie, 'mia@example.com'))
  expect(createKnownDevices(['new']).find(cookie, 'mia@example.com')).toBeUndefined()
})

it.each(['', '.', 'x', 'a.b', `${'A'.repeat(22)}`, `${'A'.repeat(22)}.${'é'.repeat(22)}`, 'A'.repeat(10_000), '.'.repeat(10_000)])(
  'does not know the device of the cookie %.30j',
  (cookie) => {
    expect(devices.find(cookie, 'mia@example.com')).toBeUndefined()
  },
)
