import { expect, it } from 'vitest'
import { createLineHash } from './line-hash.ts'

function hash(...chunks: string[]): string {
  const lines = createLineHash()
  for (const chunk of chunks) lines.update(Buffer.from(chunk))
  return lines.digest()
}

it('does not depend on the order of the lines or on the size of the chunks', () => {
  expect(hash('a\nbc\nd\n')).toBe(hash('d\na\nbc\n'))
  expect(hash('a\nbc\nd\n')).toBe(hash('a\nb', 'c', '\nd', '\n'))
})

it('differs if a line differs, is missing, is repeated or is split', () => {
  const all = [hash('a\nbc\n'), hash('a\nbd\n'), hash('a\n'), hash('a\na\nbc\n'), hash('a\nb\nc\n'), hash('a\n\nbc\n')]
  expect(new Set(all).size).toBe(all.length)
})
