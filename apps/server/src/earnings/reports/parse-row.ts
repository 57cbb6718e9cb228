import type { DateOrder } from '@linkshelf/contract'
import type { ReportField } from '@linkshelf/retailers/reports'
import type { RowIssue } from '../../file-imports/index.ts'
import { type DecimalMark, readAmount, readCurrency, toMinorUnits } from './parse-amount.ts'
import { type ReadDate, readDate, toDay } from './parse-date.ts'
import { knownStatuses, readStatus } from './parse-status.ts'
import { findCell, type Report, type ReportTable } from './read-report.ts'
import { splitAmount, type Transaction } from './transaction.ts'

/** The owner's answers, or values that the file itself has. */
export interface ReportAnswers {
  dateOrder: DateOrder
  /** The currency of amounts that name no currency, or whose sign several currencies share. */
  currency: string
}

/** The kind `total` is a blank row or a row of totals, which is not a transaction. */
export type ParsedRow =
  | { kind: 'transaction'; transaction: Omit<Transaction, 'key'>; identity: TransactionIdentity }
  | { kind: 'rejected'; issues: RowIssue[] }
  | { kind: 'total' }

/** Identifies a transaction that appears in several reports: by the retailer's own id, or by all values of the row. */
export interface TransactionIdentity {
  id: string | undefined
  /**
   * The row's time of change, as text, if several transactions can share the id. For example, an AliExpress order can
   * contain one product twice. Otherwise undefined.
   */
  sharedAt: string | undefined
  /** The time of the row, if several rows with the same id are added up. Otherwise undefined. */
  deltaAt: string | undefined
  values: readonly (string | number | null)[]
}

type Cells = readonly string[]

/** Returns a parser for the rows of a table. Dates and amounts repeat, so each text is parsed only once per file. */
export function createRowParser({ decimalMark }: Report, table: ReportTable, answers: ReportAnswers): (cells: Cells) => ParsedRow {
  const dateByText = new Map<string, ReadDate | undefined>()
  const parseDay = (text: string) => {
    if (!dateByText.has(text)) dateByText.set(text, readDate(text))
    return dateByText.get(text)
  }
  const headings = new Map([...table.columns].map(([field, index]) => [field, table.header[index]?.trim() ?? field]))
  return (cells) => parseRow({ table, decimalMark, answers, dateOf: parseDay, headings }, cells)
}

interface RowParsing {
  table: ReportTable
  decimalMark: DecimalMark
  answers: ReportAnswers
  dateOf: (text: string) => ReadDate | undefined
  headings: ReadonlyMap<ReportField, string>
}

function parseRow({ table, decimalMark, answers, dateOf, headings }: RowParsing, cells: Cells): ParsedRow {
  const text = (field: ReportField) => findCell(table, cells, field)
  const subject = text('transaction_id') || text('item_id') || text('bounty')
  if (text('date') === '' && (subject === '' || text('tracking_id') === '')) return { kind: 'total' }
  if (subject === '' && cells.some((cell) => isTotalWord(cell))) return { kind: 'total' }

  const issues: RowIssue[] = []
  const reject = (field: ReportField, reason: string) => issues.push({ column: headings.get(field) ?? field, reason })
  const parseAmount = (field: ReportField) => {
    const decimal = readAmount(text(field), decimalMark)
    if (decimal === undefined) reject(field, 'This is not an amount')
    return decimal ?? '0'
  }

  const currency = findRowCurrency(table, answers, text)
  const date = dateOf(text('date'))
  const day = date && toDay(date, answers.dateOrder)
  if (day === undefined) reject('date', 'This is not a date')
  if (subject === '') reject(table.kind.subject, 'This is missing')
  const decimals = {
    earned: text('earned_final') === '' ? parseAmount('earned') : parseAmount('earned_final'),
    sales: parseAmount('sales'),
    price: parseAmount('price'),
    quantity: parseAmount('quantity'),
    returned: parseAmount('returned'),
  }
  const written = text('status')
  const stated = written === '' ? 'approved' : readStatus(written, table.kind.retailer)
  if (stated === undefined) reject('status', `Unknown status. Known ones are ${knownStatuses.join(', ')} and others`)
  if (issues.length > 0 || day === undefined || stated === undefined) return { kind: 'rejected', issues }

  const { kind, ...amounts } = computeAmounts(table, decimals, currency)
  const status = kind === 'order' ? 'pending' : amounts.earned < 0 ? 'reversed' : stated
  const updated = dateOf(text('updated_at'))
  const { orderIds } = table.kind
  const isShared = orderIds !== null && !orderIds.rowIdHeading.test(headings.get('transaction_id') ?? '')
  return {
    kind: 'transaction',
    transaction: {
      retailer: table.kind.retailer,
      kind,
      status,
      currency,
      ...splitAmount(amounts.earned, status),
      saleAmount: status === 'reversed' && amounts.earned >= 0 ? 0 : amounts.sales,
      quantity: amounts.quantity,
      shippedQuantity: amounts.shipped,
      occurredOn: day,
      occurredAt: date?.instant ?? null,
      versionAt: updated?.instant ?? (updated === undefined ? null : (toDay(updated, answers.dateOrder) ?? null)),
      isDayOfShipment: table.kind.isOfShipments,
      itemId: toShortText(text('item_id').toUpperCase()),
      itemName: toShortText(text('item_name') || text('bounty')),
      trackingId: toShortText(text('tracking_id')),
      subId: toShortText(text('sub_id')),
      isDirect: readDirectness(text('direct'), text('indirect')),
    },
    identity: {
      id: [text('transaction_id'), orderIds === null ? '' : text('item_id')].filter(Boolean).join(':') || undefined,
      sharedAt: isShared ? text('updated_at') : undefined,
      deltaAt: headings.get('earned')?.toLowerCase().startsWith('delta') ? text('updated_at') || day : undefined,
      values: [day, subject.toUpperCase(), text('tracking_id'), currency, ...Object.values(decimals).map(Number)],
    },
  }
}

interface Decimals {
  earned: string
  sales: string
  price: string
  quantity: string
  returned: string
}

function computeAmounts({ kind: { kind, isOfShipments }, columns }: ReportTable, decimals: Decimals, currency: string) {
  const bound = (count: number) => Math.max(-1e6, Math.min(1e6, count))
  const sent = Math.trunc(Number(decimals.quantity))
  const bounded = bound(sent - Math.abs(Math.trunc(Number(decimals.returned))))
  if (kind === 'order') return { kind, earned: 0, sales: toMinorUnits(decimals.price, currency) * bounded, quantity: bounded, shipped: 0 }
  const earned = toMinorUnits(decimals.earned, currency)
  const quantity = decimals.quantity === '0' && bounded === 0 ? 1 : bounded
  const shipped = isOfShipments ? Math.max(0, columns.has('quantity') ? bound(sent) : quantity) : 0
  return { kind, earned, sales: toMinorUnits(decimals.sales, currency), quantity, shipped }
}

function findRowCurrency(table: ReportTable, answers: ReportAnswers, text: (field: ReportField) => string): string {
  const own = [text('currency'), text('earned_final') || text('earned')].map(readCurrency).find((found) => found?.isCertain)
  return own?.code ?? (table.currency?.isCertain ? table.currency.code : answers.currency)
}

const directWords = new Set(['di', 'direct', 'directo', 'directa', 'direkt', 'diretto', 'diretta', 'direto', 'direta'])
const indirectWords = new Set([
  'ndi',
  'nd',
  'indirect',
  'indirecto',
  'indirecta',
  'indirekt',
  'indiretto',
  'indiretta',
  'indireto',
  'indireta',
])
const yesWords = new Set(['yes', 'y', 'true', '1', 'si', 'ja', 'oui', 'sim'])
const noWords = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'nao', 'nee'])

/**
 * Returns whether the customer bought the product that the link leads to. Null if the report does not show it. Some
 * columns ask whether the sale is direct, and others whether it is indirect, so yes and no depend on the column.
 * Amazon's `di` (direct) and `ndi` (not direct) mean the same in both columns.
 */
function readDirectness(direct: string, indirect: string): boolean | null {
  const word = toWord(direct || indirect)
  if (directWords.has(word)) return true
  if (indirectWords.has(word)) return false
  const isYes = yesWords.has(word) ? true : noWords.has(word) ? false : null
  return isYes === null || direct !== '' ? isYes : !isYes
}

function toWord(written: string): string {
  return written
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

const totalWords = new Set([
  'total',
  'totals',
  'grandtotal',
  'gesamt',
  'gesamtsumme',
  'summe',
  'totale',
  'totaal',
  'suma',
  'toplam',
  '合計',
  '総計',
])

function isTotalWord(cell: string): boolean {
  return totalWords.has(cell.trim().toLowerCase().replace(/[\s:]/g, ''))
}

const maxTextLength = 500

function toShortText(written: string): string | null {
  return (
    written
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim()
      .slice(0, maxTextLength) || null
  )
}
