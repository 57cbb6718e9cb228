import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter, computeRandomRuns } from '../../../../../harness/vitest/random-cases.ts'
import { toContentDisposition, toCsvLine } from './csv-file.ts'

/** Ordinary texts, and texts that try to start a formula. */
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n＝＋－＠",;\' ab1') }),
  fc.tuple(fc.constantFrom(...'=+-@\t\r'), fc.string()).map((parts) => parts.join('')),
)

it('never starts a cell with a character that starts a formula', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1 }), (cells) => {
      for (const cell of readLines(toCsvLine(cells))[0] ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }),
    { numRuns: computeRandomRuns(500) },
  )
})

it('parses back to the same lines and cells, except for the quote in front of a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyText, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (lines) => {
      const unquoted = readLines(lines.map(toCsvLine).join('')).map((cells) =>
        cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')),
      )
      const withoutOwnQuote = lines.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')))
      expect(unquoted).toEqual(withoutOwnQuote)
    }),
    { numRuns: computeRandomRuns(250) },
  )
})

it.each([
  [['lamp', 12, true, null], 'lamp,12,true,\r\n'],
  [['say "hi", twice'], '"say ""hi"", twice"\r\n'],
  [['=HYPERLINK("https://evil.example","x")'], '"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n'],
  [['a;=1+1'], '"a;=1+1"\r\n'],
  [['\t=1+1'], '"\'\t=1+1"\r\n'],
  [['-5', -5], "'-5,-5\r\n"],
  [['two\r\nlines'], '"two\r\nlines"\r\n'],
])('writes %j as %j', (cells, line) => {
  expect(toCsvLine(cells)).toBe(line)
})

/** Parses RFC 4180 character by character. */
function readLines(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',' || text.startsWith('\r\n', at)) {
      cells.push(cell)
      cell = ''
      if (character === ',') continue
      lines.push(cells)
      cells = []
      at += 1
    } else cell += character
  }
  return lines
}

it('adds an ASCII name, in which accented letters lose their accents', () => {
  expect(toContentDisposition('küche-日本-os.csv')).toBe(
    `attachment; filename="kuche-os.csv"; filename*=UTF-8''k%C3%BCche-%E6%97%A5%E6%9C%AC-os.csv`,
  )
  expect(toContentDisposition('日本-links.csv')).toContain('filename="links.csv"')
})
