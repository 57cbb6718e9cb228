import { expect, it } from 'vitest'
import { readCookie, writeCookie } from './local-storage.ts'

it('finds a cookie by its exact name', () => {
  expect(readCookie('side', 'seaside=no; side=a%20b; other=1')).toBe('a b')
  expect(readCookie('side', 'seaside=no')).toBeUndefined()
})

it('reads a written cookie', () => {
  writeCookie('stored', 'a; b', 60)

  expect(readCookie('stored')).toBe('a; b')
})
