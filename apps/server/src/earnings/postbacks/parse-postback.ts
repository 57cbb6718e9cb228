import type { EarningStatus } from '@linkshelf/contract'
import { isCurrency } from '@linkshelf/contract'
import { findDecimalMark, readAmount, toMinorUnits } from '../reports/parse-amount.ts'
import { knownStatuses, readStatus } from '../reports/parse-status.ts'

/**
 * The parameter names that networks use for each field. If a request has several names of a field, the name that comes
 * first in the list is used.
 */
const namesByField = {
  transaction: ['transaction_id', 'tid', 'txid', 'transactionid', 'orderid', 'order_id'],
  click: ['click_id', 'clickid', 'click-id', 'subid', 'sub_id', 'cid', 'aff_sub', 's1', 'sub1', 'customid', 'dp'],
  amount: ['amount', 'payout', 'revenue', 'commission'],
  sale: ['sale_amount', 'order_amount', 'sum'],
  currency: ['currency', 'cur'],
  status: ['status', 'sale_status'],
  event: ['event', 'goal', 'name'],
  network: ['network', 'source'],
  product: ['product_id', 'sku'],
} as const

export interface PostbackFields {
  transactionId: string
  clickId: string | null
  status: EarningStatus
  /**
   * Amounts in minor units. Undefined if the network sends no amount. If an amount is not sent, the stored amount does
   * not change.
   */
  money: { currency: string; earned: number; sale: number | undefined } | undefined
  event: string | null
  network: string | null
  productId: string | null
}

/** An invalid field, with the parameter name that was sent. */
export interface PostbackIssue {
  path: string
  message: string
}

type SentField = { name: string; value: string }

/** Reads a postback's parameters. If a parameter is invalid, returns the first issue. */
export function parsePostback(sent: Readonly<Record<string, unknown>>): PostbackFields | PostbackIssue {
  const valueByName = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), toText(value)]))
  const findField = (field: keyof typeof namesByField): SentField | undefined => {
    for (const name of namesByField[field]) {
      const value = valueByName.get(name)
      if (value !== undefined && value !== '') return { name, value }
    }
    return undefined
  }
  const [transaction, click, event] = [findField('transaction'), findField('click'), findField('event')]
  // If the network sends no transaction id, the click and event identify the sale. Such a network can report one sale
  // per click and event.
  const transactionId = transaction?.value ?? (click && [click.value, event?.value].filter(Boolean).join(' '))
  if (transactionId === undefined)
    return { path: 'transaction_id', message: 'Send the transaction id of the network, or the id of the click' }
  const status = findField('status')
  const read = status === undefined ? 'approved' : readStatus(status.value)
  if (read === undefined) return { path: status?.name ?? 'status', message: `Unknown status. Send one of ${knownStatuses.join(', ')}` }
  const money = readMoney(findField('amount'), findField('sale'), findField('currency'))
  if (money !== undefined && 'path' in money) return money
  return {
    transactionId,
    clickId: click?.value ?? null,
    status: read,
    money,
    event: event?.value ?? null,
    network: findField('network')?.value ?? null,
    productId: findField('product')?.value ?? null,
  }
}

function readMoney(
  amount: SentField | undefined,
  sale: SentField | undefined,
  given: SentField | undefined,
): PostbackFields['money'] | PostbackIssue {
  if (amount === undefined) return undefined
  const currency = given?.value.toUpperCase() ?? ''
  if (!isCurrency(currency)) return { path: given?.name ?? 'currency', message: 'Send the three letters of the currency, such as USD' }
  const [earned, sold] = [amount, sale].map((found) => found && readAmount(found.value, findDecimalMark([found.value])))
  if (earned === undefined) return { path: amount.name, message: 'Send an amount such as 1.25' }
  if (sale !== undefined && sold === undefined) return { path: sale.name, message: 'Send an amount such as 1.25' }
  return { currency, earned: toMinorUnits(earned, currency), sale: sold === undefined ? undefined : toMinorUnits(sold, currency) }
}

const maxLength = 200

function toText(value: unknown): string {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  if (typeof last !== 'string' && typeof last !== 'number') return ''
  return String(last)
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, maxLength)
}
