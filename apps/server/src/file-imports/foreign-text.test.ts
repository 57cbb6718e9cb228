import { expect, it } from 'vitest'
import { parseLines } from '../data-transfer/import/parse-rows.ts'
import { readReportFile } from '../earnings/imports/report-file.ts'
import { findHeading } from '../earnings/reports/find-heading.ts'
import { findDecimalMark, readAmount } from '../earnings/reports/parse-amount.ts'
import { readDate } from '../earnings/reports/parse-date.ts'
import { readLinkFile } from '../links/import/read-link-file.ts'
import { importColumns } from '../products/import/parse-product-row.ts'
import { readProductFile } from '../products/import/read-product-file.ts'
import type { ParsedFile } from './import-kind.ts'

// A regular expression that backtracks would take days on a megabyte of an unfavorable character.
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const characters = [...ascii, '\u00a0', '\u0301', 'é', '−', '（', '）', '年', '₺', 'ﷺ', '😀']
const megabyte = 1_000_000

it('does not read a megabyte of one character as an amount, date or heading', () => {
  const found = characters.flatMap((character) => {
    const text = character.repeat(megabyte)
    const results = [readAmount(text, '.'), findDecimalMark([text, '1,5']), readDate(text), findHeading(['ASIN', text])]
    const expected = [text.trim() === '' ? '0' : undefined, ',', undefined, undefined]
    return JSON.stringify(results) === JSON.stringify(expected) ? [] : [[character, ...results]]
  })
  expect(found).toEqual([])
})

it('does not read a megabyte of one character as a file or row', () => {
  const read: unknown[] = []
  for (const character of characters) {
    const file = Buffer.from(`url,name\n${character.repeat(megabyte)}\n`)
    const links = readLinkFile(file, new Date())
    if (typeof links !== 'string') read.push([character, links.rows.length])
    const { rows } = parseLines(Buffer.from(character.repeat(megabyte)), String)
    // A megabyte of digits is a number, and numbers are valid JSON.
    if (rows.length > 0 && !/[1-9]/.test(character)) read.push([character, rows.length])
  }
  expect(read).toEqual([])
})

const readers: [name: string, columns: readonly string[], read: (file: Buffer) => Promise<ParsedFile | string> | ParsedFile | string][] = [
  ['links', ['url', 'slug', 'title', 'labels', 'notes', 'archived', 'created_at'], (file) => readLinkFile(file, new Date())],
  ['products', importColumns, readProductFile],
  [
    'earnings',
    ['ASIN', 'Title', 'Tracking ID', 'Date Shipped', 'Price', 'Items Shipped', 'Returns', 'Revenue', 'Ad Fees', 'Currency'],
    (file) => readReportFile(file, new Date(), null),
  ],
]
/** Characters that are repeated in regular expressions for dates, amounts, names and addresses. */
const frequent = [...' !"#$%&\'()*+,-./0:<=>?@[\\]^_`a{|}~A年（）₺']

it.each(readers)('reads a row of %s with 90,000 bytes of one character in any cell', async (_name, columns, read) => {
  const unread: unknown[] = []
  for (const character of frequent) {
    for (const column of columns) {
      const escaped = character.replace('"', '""')
      // The `x` at the end makes regular expressions fail that expect the end of the text after the repeated character.
      const long = `"${escaped.repeat(90_000 / Buffer.byteLength(escaped))}x"`
      const lines = [columns, columns.map((name) => (name === column ? long : '1'))]
      const file = await read(Buffer.from(lines.map((cells) => cells.join(',')).join('\n')))
      if (typeof file === 'string' || file.rows.length !== 1) unread.push([character, column, file])
    }
  }
  expect(unread).toEqual([])
})
