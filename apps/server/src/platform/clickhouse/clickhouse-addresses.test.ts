import { expect, it } from 'vitest'
import { isOneClickHouse, parseClickHouseLogin, redactPasswords, replaceLogin, splitAddresses } from './clickhouse-addresses.ts'

it.each<[string, string[]]>([
  ['http://u:p@a:8123/shelf', ['http://u:p@a:8123/shelf']],
  [
    'http://u:p@a:8123/shelf, https://u:p@b/shelf ,http://u:p@c/shelf',
    ['http://u:p@a:8123/shelf', 'https://u:p@b/shelf', 'http://u:p@c/shelf'],
  ],
  ['http://u:p,q@a/shelf,http://u:p,q@b/shelf', ['http://u:p,q@a/shelf', 'http://u:p,q@b/shelf']],
])('reads the addresses of %s', (urls, addresses) => {
  expect(splitAddresses(urls)).toEqual(addresses)
})

it.each([
  ['http://u:p,q@a:8123/shelf', true],
  ['http://u:p@a:8123/shelf,https://u:p@b/shelf', true],
  ['http://u:p@a/shelf,http://u:p@b/other', false],
  ['http://u:p@a/shelf,http://v:p@b/shelf', false],
  ['http://u:p@a/shelf,http://u:q@b/shelf', false],
  ['http://u:p@a/shelf,http://b/shelf', false],
  ['http://u:p@a/shelf,b:8123', false],
  ['http://u:p@a,b:8123/shelf', false],
  ['http://u:p@a/shelf,', false],
  ['http://u:p@a/shelf,http://', false],
  ['postgres://u:p@a/shelf', false],
  ['a:8123', false],
])('says of %s whether it names the nodes of one ClickHouse: %s', (urls, isOne) => {
  expect(isOneClickHouse(urls)).toBe(isOne)
})

it('reads and replaces the account and the database of every address', () => {
  const urls = 'http://u%3A:p%40@a:8123/sh%20elf,https://u%3A:p%40@b/sh%20elf'
  expect(parseClickHouseLogin(urls)).toEqual({ database: 'sh elf', username: 'u:', password: 'p@' })
  expect(parseClickHouseLogin('http://a')).toEqual({ database: 'default', username: '', password: '' })
  const replaced = replaceLogin(urls, { database: 'a b', username: 'r:', password: 'x@' })
  expect(splitAddresses(replaced).map(parseClickHouseLogin)).toEqual(Array(2).fill({ database: 'a b', username: 'r:', password: 'x@' }))
  expect(redactPasswords(urls)).toBe('http://u%3A@a:8123/sh%20elf, https://u%3A@b/sh%20elf')
})
