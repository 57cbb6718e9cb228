import { expect, it } from 'vitest'
import { foldDiff, splitChange } from './fold-diff.ts'

const kinds = { ' ': 'same', '-': 'removed', '+': 'added' } as const
const toLines = (marked: string) => marked.split('\n').map((line) => ({ kind: kinds[line[0] as keyof typeof kinds], text: line.slice(1) }))

it('folds lines far from a change, and shows the lines beside a change', () => {
  const diff = toLines(' a\n b\n c\n d\n-e\n+E\n f\n g\n h\n i')
  expect(foldDiff(diff).map(({ isFolded, lines }) => [isFolded, lines[0]?.index, lines.map(({ text }) => text).join('')])).toEqual([
    [true, 0, 'abc'],
    [false, 3, 'deEf'],
    [true, 7, 'ghi'],
  ])
})

it('folds empty lines beside a change, and shows empty lines between two changes', () => {
  const shown = foldDiff(toLines(' a\n b\n \n-c\n \n+d')).filter(({ isFolded }) => !isFolded)
  expect(shown.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['c', '', 'd'])
})

it('shows one or two lines instead of a fold', () => {
  expect(foldDiff(toLines(' a\n b\n c\n-d\n c\n b')).map(({ isFolded }) => isFolded)).toEqual([false, false, false])
})

it('folds a description without changes', () => {
  expect(foldDiff(toLines(' a\n b\n c'))).toMatchObject([{ isFolded: true }])
  expect(foldDiff([])).toEqual([])
})

it.each<[line: string, other: string, pieces: string[]]>([
  ['📷 Camera: https://amzn.to/a!', '📷 Camera: https://sho.rt/a!', ['📷 Camera:', ' https://amzn.to/a!', '']],
  ['a https://amzn.to/a b', 'a https://sho.rt/a b', ['a', ' https://amzn.to/a', ' b']],
  ['same', 'same', ['same', '', '']],
  ['a', 'a b', ['a', '', '']],
  ['', 'a', ['', '', '']],
])('marks the words of “%s” that “%s” does not have', (line, other, pieces) => {
  expect(splitChange(line, other)).toEqual(pieces)
  expect(splitChange(line, other).join('')).toBe(line)
})

it('pairs removed and added lines in their order if a change has equally many of both', () => {
  const diff = toLines(' x\n-a\n-b\n+A\n+B\n y\n+c')
  const shown = foldDiff(diff).flatMap(({ lines }) => lines.map(({ counterpart }) => counterpart))
  expect(shown).toEqual([undefined, 'A', 'B', 'a', 'b', undefined, undefined])
})
