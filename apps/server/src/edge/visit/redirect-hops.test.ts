import { expect, it } from 'vitest'
import { toDefaultRedirect } from '../outcome.ts'
import { addHop, hopsMax, isOnHost } from './redirect-hops.ts'

const redirectTo = (destination: string) =>
  toDefaultRedirect({ linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination, rules: [] }, () => true)

it.each([
  ['https://go.example/lamp', 'go.example', true],
  ['http://go.example/lamp', 'go.example', true],
  ['http://go.example:3001/', 'go.example:3001', true],
  ['http://[::1]:3001/lamp', '[::1]:3001', true],
  ['https://go.example/lamp', 'go.exampl', false],
  ['https://go.example.shop.example/lamp', 'go.example', false],
  ['https://go.example:8443/lamp', 'go.example', false],
  ['https://shop.example/go.example/', 'go.example', false],
  ['https://shop.example/', '', false],
  ['https://s/', 's/', false],
])('finds whether %s is on the host %j', (location, host, isOn) => {
  expect(isOnHost(location, host)).toBe(isOn)
})

it.each([
  ['https://go.example/lamp', '/a', 'https://go.example/lamp?hops=1'],
  ['https://go.example/lamp/', '/a?hops=1', 'https://go.example/lamp/?hops=2'],
  ['https://go.example/lamp?b=%20+&c', '/a?x=y&hops=4', 'https://go.example/lamp?b=%20+&c&hops=5'],
  ['https://go.example/lamp?hops=0', '/a?hops=0&hops=2', 'https://go.example/lamp?hops=0&hops=3'],
  ['https://go.example/lamp#top#', '/a?hops=-9', 'https://go.example/lamp?hops=1#top#'],
  ['https://go.example/', '/a?hops=5', 'https://go.example/'],
  ['https://go.example/go/lamp', '/a?hops=1', 'https://go.example/go/lamp?hops=2'],
  ['https://go.example/lamp/go/2', '/a', 'https://go.example/lamp/go/2?hops=1'],
  ['https://go.example/@lamp/more', '/a?hops=5', 'https://go.example/@lamp/more'],
])('turns the location %s, for the request %s, into %s', (destination, target, location) => {
  expect(addHop(redirectTo(destination), target)?.location).toBe(location)
})

it('allows no redirect after the maximum number of hops', () => {
  expect(addHop(redirectTo('https://go.example/lamp'), `/lamp?hops=${hopsMax}`)).toBeUndefined()
})

it.each(['https://go.example/lamp', 'https://go.example/lamp?hops=1', 'https://go.example/lamp?hops=-1&hops=x#a'])(
  'ends a link that redirects to itself, %s',
  (destination) => {
    let redirects = 0
    let target: string | undefined = '/lamp'
    while (target !== undefined) {
      const outcome = addHop(redirectTo(destination), target)
      target = outcome?.location.slice('https://go.example'.length).split('#')[0]
      if (outcome !== undefined) redirects += 1
    }
    expect(redirects).toBe(hopsMax)
  },
)
