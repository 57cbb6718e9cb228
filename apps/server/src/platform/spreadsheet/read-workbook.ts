// Reads the cells of an XLSX workbook (ECMA-376, part 1, chapter 18) as text. Formulas are not computed: a cell has the
// value that is stored in the file.
import { createSheetNames } from './sheet-names.ts'
import { UnreadableWorkbookError, unpackParts } from './unpack-parts.ts'
import { createXmlReader, type XmlHandler } from './xml-reader.ts'

export { UnreadableWorkbookError, type WorkbookFailure } from './unpack-parts.ts'

export interface WorkbookLimits {
  /** The maximum rows of one sheet, including blank rows above its last row. */
  maxRows: number
  sheets: number
  /** The maximum rows of all sheets together, including blank rows above the last row of each sheet. */
  rows: number
  cellCharacters: number
  /** The maximum characters of all cells together. Many cells may refer to one text. */
  maxCharacters: number
  unpackedBytes: number
}

/** Returns whether a file begins as a ZIP file does. */
export function isWorkbook(file: Buffer): boolean {
  return file.subarray(0, 4).equals(Buffer.of(0x50, 0x4b, 0x03, 0x04))
}

const sheetPart = /^xl\/worksheets\/sheet(\d+)\.xml$/i
const maxColumns = 200

/** A cell before the texts and styles of the workbook are known, because they may come after the sheet in the file. */
interface StoredCell {
  type: string
  style: number
  value: string
}

export interface Sheet {
  /** Empty if the workbook does not name the sheet. */
  name: string
  /** Blank rows are included, so that each row has the same position as in the sheet. */
  rows: string[][]
}

/** Returns the sheets in the order of their parts. Throws an UnreadableWorkbookError. */
export async function readWorkbook(file: Buffer, limits: WorkbookLimits): Promise<Sheet[]> {
  const sheets: { number: number; part: string; rows: StoredCell[][] }[] = []
  const names = createSheetNames(limits.sheets)
  const texts: string[] = []
  const dateStyles: boolean[] = []
  const addRow = createRowCounter(limits)
  await unpackParts(file, limits.unpackedBytes, (name) => {
    const number = sheetPart.exec(name)?.[1]
    if (number !== undefined) {
      const rows: StoredCell[][] = []
      if (sheets.push({ number: Number(number), part: name, rows }) > limits.sheets) throw new UnreadableWorkbookError('too-many-sheets')
      return createXmlReader(createSheetHandler(rows, addRow, limits))
    }
    if (name === 'xl/sharedStrings.xml') return createXmlReader(createTextHandler(texts, limits))
    const handler = name === 'xl/styles.xml' ? createStyleHandler(dateStyles) : names.handlerOf(name)
    return handler && createXmlReader(handler)
  })
  if (sheets.length === 0) throw new UnreadableWorkbookError('not-workbook')
  let characters = 0
  function toCountedText(cell: StoredCell | undefined): string {
    const text = toText(cell, texts, dateStyles)
    characters += text.length
    if (characters > limits.maxCharacters) throw new UnreadableWorkbookError('too-large')
    return text
  }
  return sheets
    .toSorted((one, other) => one.number - other.number)
    .map(({ part, rows }) => ({ name: names.nameOf(part), rows: rows.map((row) => Array.from(row, toCountedText)) }))
}

type AddRow = (rows: StoredCell[][]) => void

/** Returns a function that adds a row to the rows of a sheet, within the limits of the sheet and of all sheets. */
function createRowCounter({ maxRows, rows: maxAllRows }: WorkbookLimits): AddRow {
  let count = 0
  return (rows) => {
    count += 1
    if (rows.length >= maxRows) throw new UnreadableWorkbookError('too-many-rows')
    if (count > maxAllRows) throw new UnreadableWorkbookError('too-many-sheet-rows')
    rows.push([])
  }
}

function toText(cell: StoredCell | undefined, texts: readonly string[], dateStyles: readonly boolean[]): string {
  if (cell === undefined) return ''
  if (cell.type === 's') return texts[Number(cell.value)] ?? ''
  if (cell.type === 'n' && dateStyles[cell.style]) return formatSerialDay(Number(cell.value)) ?? cell.value
  return cell.type === 'n' ? formatPlainNumber(cell.value) : cell.value
}

/**
 * Returns the number rounded to ten decimal places, without an exponent. Workbooks store numbers in binary: 0.1 + 0.2
 * is stored as 0.30000000000000004, and small numbers have an exponent.
 */
function formatPlainNumber(value: string): string {
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? value : plainFormat.format(number)
}

const plainFormat = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 10 })

function createSheetHandler(rows: StoredCell[][], addRow: AddRow, { maxRows, cellCharacters }: WorkbookLimits): XmlHandler {
  let column = 0
  let cell: StoredCell | undefined
  let isValue = false
  return {
    open(name, { r: place = '', t: type = 'n', s: style = '0' }) {
      if (name === 'row') {
        const number = Number(place) || rows.length + 1
        if (number > maxRows) throw new UnreadableWorkbookError('too-many-rows')
        while (rows.length < number - 1) addRow(rows)
        addRow(rows)
        column = 0
      } else if (name === 'c') {
        column = parseColumn(place) ?? column
        cell = { type, style: Number(style), value: '' }
      } else if (name === 'v' || name === 't') isValue = true
    },
    text(text) {
      if (isValue && cell !== undefined) cell.value = joinWithin(cellCharacters, cell.value, text)
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

/** Returns the column, counted from 0: `AB12` is in column 27. */
function parseColumn(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  return letters === undefined ? undefined : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function joinWithin(maxCharacters: number, text: string, more: string): string {
  if (text.length + more.length > maxCharacters) throw new UnreadableWorkbookError('cell-too-long')
  return text + more
}

/**
 * Reads the numbered texts that cells refer to. A text has one or more runs. Skips the phonetic readings of Japanese
 * texts.
 */
function createTextHandler(texts: string[], { cellCharacters }: WorkbookLimits): XmlHandler {
  let isText = false
  let isReading = false
  return {
    open(name) {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isReading = true
      if (name === 't') isText = true
    },
    text(text) {
      if (isText && !isReading) texts.push(joinWithin(cellCharacters, texts.pop() ?? '', text))
    },
    close(name) {
      if (name === 'rPh') isReading = false
      if (name === 't') isText = false
    },
  }
}

/**
 * Reads for each cell style whether it formats a date. The number formats 14 to 22, 27 to 36, 45 to 47 and 50 to 58 are
 * dates (18.8.30). Other formats are dates if they have a year, or a day and a month.
 */
function createStyleHandler(dateStyles: boolean[]): XmlHandler {
  const ownFormats = new Map<string, boolean>()
  let isInCells = false
  return {
    open(name, { numFmtId: id = '', formatCode: code = '' }) {
      if (name === 'numFmt') ownFormats.set(id, isDateFormat(code.slice(0, maxFormatLength)))
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) dateStyles.push(ownFormats.get(id) ?? isBuiltInDate(Number(id)))
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  }
}

/** No date format is longer, and the regular expressions below take quadratic time on longer text. */
const maxFormatLength = 256

function isDateFormat(code: string): boolean {
  return /y|d.*m|m.*d/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
}

function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

const dayMs = 86_400_000
/**
 * Day 0 of the 1900 date system. This is 30 and not 31 December 1899, because the system counts 29 February 1900, which
 * did not exist.
 */
const dayZero = Date.UTC(1899, 11, 30)
/** The serial number of 31 December 9999. */
const lastDay = 2_958_465

/** Returns the date of a spreadsheet's serial number, `yyyy-mm-dd`. Undefined if the number is not a date. */
function formatSerialDay(serial: number): string | undefined {
  return serial >= 61 && serial < lastDay + 1 ? new Date(dayZero + Math.floor(serial) * dayMs).toISOString().slice(0, 10) : undefined
}
