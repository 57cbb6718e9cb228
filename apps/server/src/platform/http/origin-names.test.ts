import { expect, it } from 'vitest'
import { createOriginMatcher } from './origin-names.ts'

const isOwn = createOriginMatcher({ origin: 'https://go.example', hosts: ['kauf.example', 'bücher.example', '203.0.113.9'], ports: [3001] })

it.each([
  'https://go.example/abc',
  'http://GO.example/abc',
  'https://go.example./abc',
  'https://go.example:8443/abc',
  'https://kauf.example/abc',
  'http://kauf.example.:3001/abc',
  'https://xn--bcher-kva.example/abc',
  'http://203.0.113.9/abc',
  'http://[::ffff:203.0.113.9]/abc',
  'http://localhost:3001/abc',
  'http://go.localhost:3001/abc',
  'http://127.0.0.1:3001/abc',
  'http://127.1:3001/abc',
  'http://0x7f000001:3001/abc',
  'http://127.0.0.2:3001/abc',
  'http://0.0.0.0:3001/abc',
  'http://[::1]:3001/abc',
  'http://[::]:3001/abc',
  'http://[::ffff:127.0.0.1]:3001/abc',
  'https://localhost/abc',
])('finds that %s leads to the origin', (href) => {
  expect(isOwn(href)).toBe(true)
})

it.each([
  'https://shop.example/abc',
  'https://go.example.shop.example/abc',
  'https://www.go.example/abc',
  'http://localhost:8080/abc',
  'http://127.0.0.1/abc',
  'http://[2001:db8::1]:3001/abc',
  'http://128.0.0.1:3001/abc',
])('finds that %s leads elsewhere', (href) => {
  expect(isOwn(href)).toBe(false)
})

it('matches an origin on this machine only at its own port', () => {
  const isLaptop = createOriginMatcher({ origin: 'http://localhost:3001', hosts: [], ports: [] })
  expect(['http://localhost:3001/', 'http://127.0.0.1:3001/', 'http://localhost:3000/'].map(isLaptop)).toEqual([true, true, false])
})
