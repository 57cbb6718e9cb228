import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './export-csv.ts'

/** Texts as people, and attackers, write them. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n＝＋－＠",;\' ab1') }),
  fc.tuple(fc.constantFrom(...'=+-@\t\r'), fc.string()).map((parts) => parts.join('')),
)

it('begins no cell with what a spreadsheet calculates', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1 }), (cells) => {
      for (const cell of readLines(csvLine(cells))[0] ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }),
    { numRuns: 2_000 },
  )
})

it('is read back as it was, line by line and cell by cell, but for the quote in front of a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyText, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (lines) => {
      const unquoted = readLines(lines.map(csvLine).join('')).map((cells) =>
        cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')),
      )
      const withoutOwnQuote = lines.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')))
      expect(unquoted).toEqual(withoutOwnQuote)
    }),
    { numRuns: 1_000 },
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
  expect(csvLine(cells)).toBe(line)
})

/** Reads as RFC 4180 has it, one character after the other. */
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
