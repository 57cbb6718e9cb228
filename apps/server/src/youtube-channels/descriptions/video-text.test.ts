import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines } from './video-text.ts'

const marks = { same: ' ', removed: '-', added: '+' }
const formatDiff = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => marks[kind] + text)

it.each<[name: string, before: string, after: string, lines: string[]]>([
  ['nothing', 'a\nb', 'a\nb', [' a', ' b']],
  ['a line', 'a\nb\nc', 'a\nB\nc', [' a', '-b', '+B', ' c']],
  ['a line that is added', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a line that is removed', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['lines side by side, removed ones first', 'a\nb\nc', 'A\nB\nc', ['-a', '-b', '+A', '+B', ' c']],
  ['lines with others between', 'a\nx\nb\nc', 'A\nx\ny\nc', ['-a', '+A', ' x', '-b', '+y', ' c']],
  ['everything', '', 'a\nb', ['-', '+a', '+b']],
])('shows what changed: %s', (_name, before, after, lines) => {
  expect(formatDiff(before, after)).toEqual(lines)
})

it('returns every line of both texts in their order', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after)
      const removeLines = (kind: string) => lines.flatMap((line) => (line.kind === kind ? [] : [line.text])).join('\n')
      expect({ before: removeLines('added'), after: removeLines('removed') }).toEqual({ before, after })
    }),
  )
})

it('shows all lines as replaced if thousands of lines have changed', () => {
  const lines = diffLines(Array.from({ length: 2_000 }, (_, index) => `a${index}`).join('\n'), 'b\n'.repeat(2_000))
  expect(lines).toHaveLength(4_001)
})
