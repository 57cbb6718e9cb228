import { expect, it } from 'vitest'
import { readCookie, writeCookie } from './cookie.ts'

it('finds a cookie among others, by its whole name', () => {
  expect(readCookie('side', 'seaside=no; side=a%20b; other=1')).toBe('a b')
  expect(readCookie('side', 'seaside=no')).toBeUndefined()
})

it('reads back what it wrote', () => {
  writeCookie('stored', 'a; b', 60)

  expect(readCookie('stored')).toBe('a; b')
})
