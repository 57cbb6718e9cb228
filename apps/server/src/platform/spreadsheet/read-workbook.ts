// Reads the cells of an XLSX workbook (ECMA-376, part 1, chapter 18) as text. Formulas are not computed: a cell has the
// value it was stored with.
import { Parser } from 'htmlparser2'
import { UnreadableWorkbookError, unpackParts } from './unpack-parts.ts'

export { UnreadableWorkbookError } from './unpack-parts.ts'

export interface WorkbookLimits {
  /** The maximum rows of one sheet. */
  maxRows: number
  maxUnpackedBytes: number
}

/** Whether a file begins as a ZIP file does. */
export function isWorkbook(file: Buffer): boolean {
  return file.subarray(0, 4).equals(Buffer.of(0x50, 0x4b, 0x03, 0x04))
}

const sheetPart = /^xl\/worksheets\/sheet(\d+)\.xml$/i
const maxColumns = 200

/** A cell before the texts and styles of the workbook are known, which may be stored behind its sheet. */
interface StoredCell {
  type: string
  style: number
  value: string
}

/**
 * The rows of each sheet, in the order of the sheets. Blank rows are included, so that the index of a row is its
 * number. Throws an UnreadableWorkbookError.
 */
export async function readWorkbook(file: Buffer, { maxRows, maxUnpackedBytes }: WorkbookLimits): Promise<string[][][]> {
  const sheets: { number: number; rows: StoredCell[][] }[] = []
  const texts: string[] = []
  const dateStyles: boolean[] = []
  await unpackParts(file, maxUnpackedBytes, (name) => {
    const number = sheetPart.exec(name)?.[1]
    if (number !== undefined) {
      const rows: StoredCell[][] = []
      sheets.push({ number: Number(number), rows })
      return xmlReader(sheetHandler(rows, maxRows))
    }
    if (name === 'xl/sharedStrings.xml') return xmlReader(textHandler(texts))
    return name === 'xl/styles.xml' ? xmlReader(styleHandler(dateStyles)) : undefined
  })
  if (sheets.length === 0) throw new UnreadableWorkbookError('not-workbook')
  return sheets
    .toSorted((one, other) => one.number - other.number)
    .map(({ rows }) => rows.map((row) => Array.from(row, (cell) => toText(cell, texts, dateStyles))))
}

function toText(cell: StoredCell | undefined, texts: readonly string[], dateStyles: readonly boolean[]): string {
  if (cell === undefined) return ''
  if (cell.type === 's') return texts[Number(cell.value)] ?? ''
  if (cell.type === 'n' && dateStyles[cell.style]) return serialDay(Number(cell.value)) ?? cell.value
  return cell.type === 'n' ? plainNumber(cell.value) : cell.value
}

/** Numbers are stored in binary: 0.1 + 0.2 as 0.30000000000000004, small ones with an exponent. */
function plainNumber(value: string): string {
  const number = Number(value)
  return value === '' || !Number.isFinite(number)
    ? value
    : new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 10 }).format(number)
}

interface Handler {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

function xmlReader(handler: Handler): (text: string, isLast: boolean) => void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open(name, attributes),
      ontext: (text) => handler.text(text),
      onclosetag: (name) => handler.close(name),
    },
    { xmlMode: true },
  )
  return (text, isLast) => {
    // XML has no NUL, and PostgreSQL stores none.
    if (text.includes('\0')) throw new UnreadableWorkbookError('not-workbook')
    if (isLast) parser.end(text)
    else parser.write(text)
  }
}

function sheetHandler(rows: StoredCell[][], maxRows: number): Handler {
  let column = 0
  let cell: StoredCell | undefined
  let isValue = false
  return {
    open(name, { r: place = '', t: type = 'n', s: style = '0' }) {
      if (name === 'row') {
        const number = Number(place) || rows.length + 1
        if (number > maxRows || rows.length >= maxRows) throw new UnreadableWorkbookError('too-large')
        while (rows.length < number - 1) rows.push([])
        rows.push([])
        column = 0
      } else if (name === 'c') {
        column = columnOf(place) ?? column
        cell = { type, style: Number(style), value: '' }
      } else if (name === 'v' || name === 't') isValue = true
    },
    text(text) {
      if (isValue && cell !== undefined) cell.value += text
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      if (name !== 'c' || cell === undefined) return
      const row = rows.at(-1)
      if (row !== undefined && column < maxColumns) row[column] = cell
      column += 1
      cell = undefined
    },
  }
}

/** `AB12` is the column 27, counted from 0. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  return letters === undefined ? undefined : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Reads the texts that cells refer to by number, each of one or more runs; skips readings of Japanese. */
function textHandler(texts: string[]): Handler {
  let isText = false
  let isReading = false
  return {
    open(name) {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isReading = true
      if (name === 't') isText = true
    },
    text(text) {
      if (isText && !isReading) texts[texts.length - 1] += text
    },
    close(name) {
      if (name === 'rPh') isReading = false
      if (name === 't') isText = false
    },
  }
}

/**
 * Number formats 14 to 22, 27 to 36, 45 to 47 and 50 to 58 are dates (18.8.30); others are where they have a
 * year, or a day and a month.
 */
function styleHandler(dateStyles: boolean[]): Handler {
  const ownFormats = new Map<string, boolean>()
  let isInCells = false
  return {
    open(name, { numFmtId: id = '', formatCode: code = '' }) {
      if (name === 'numFmt') ownFormats.set(id, /y|d.*m|m.*d/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')))
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) dateStyles.push(ownFormats.get(id) ?? isBuiltInDate(Number(id)))
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  }
}

function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

const dayMs = 86_400_000
/** Day 0 of the 1900 date system, counted with its 29 February 1900, which did not exist. */
const dayZero = Date.UTC(1899, 11, 30)
/** 31 December 9999. */
const lastDay = 2_958_465

/** Returns the date of a spreadsheet's serial number, `yyyy-mm-dd`; undefined for a number that is no date. */
function serialDay(serial: number): string | undefined {
  return serial >= 61 && serial < lastDay + 1 ? new Date(dayZero + Math.floor(serial) * dayMs).toISOString().slice(0, 10) : undefined
}
