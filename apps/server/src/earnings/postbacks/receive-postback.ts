import type { EarningId, ReceivedPostback } from '@linkshelf/contract'
import {
  createRequestContext,
  fail,
  failRateLimited,
  findSystemContext,
  logSecurityEvent,
  mutate,
  type ProjectContext,
  type RequestContext,
} from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { createMemoryAttempts } from '../../platform/throttle/attempts.ts'
import { createThrottle, type RateLimit } from '../../platform/throttle/throttle.ts'
import { enqueueMatching } from '../matching/match-earnings.ts'
import { lockEarningsForUpdate } from '../records/earning-table.ts'
import { splitAmount } from '../reports/transaction.ts'
import { type PostbackFields, parsePostback } from './parse-postback.ts'
import {
  findPostbackProject,
  type PostedRow,
  selectPostedTransaction,
  updateReceivedTime,
  upsertPostedTransaction,
} from './postback-table.ts'

/** Limits requests with one secret. A network sends one request for each change of a sale. */
const limitPerSecret: RateLimit = { kind: 'postbacks', max: 600, windowMs: 60_000 }
/** Limits requests with unknown secrets from one IP address. */
const limitOfUnknownSecrets: RateLimit = { kind: 'unknown postbacks', max: 60, windowMs: 60_000 }
const countedAddresses = 50_000

type Request = Pick<RequestContext, 'address' | 'requestId'>

export type ReceivePostback = (request: Request, secret: string, sent: Readonly<Record<string, unknown>>) => Promise<ReceivedPostback>

/**
 * Creates a function that records the sales that networks report. The function throws NOT_FOUND if the secret is
 * unknown, REQUEST_INVALID and TOO_MANY_REQUESTS. Each process applies its rate limits separately.
 */
export function createPostbackReceiver(deps: CoreDeps): ReceivePostback {
  const throttle = createThrottle(createMemoryAttempts(countedAddresses), deps.clock, 'postbacks')
  const consumeRateLimit = async ({ address, requestId }: Request, limit: RateLimit, subject: string) => {
    const reached = await throttle.consume({ limit, subject })
    if (reached === undefined) return
    logSecurityEvent(deps.log, 'rate_limit.reached', { requestId, address, limit: limit.kind, subject: reached.subject })
    failRateLimited(reached.retryAfterSeconds)
  }
  return async (request, secret, sent) => {
    await consumeRateLimit(request, limitPerSecret, secret)
    const found = await findPostbackProject(deps.db, secret)
    if (found === undefined) {
      await consumeRateLimit(request, limitOfUnknownSecrets, request.address ?? '')
      fail('NOT_FOUND')
    }
    const made = createRequestContext(deps, { actor: { kind: 'system', name: 'postback' }, source: 'api', ...request })
    const ctx = (await findSystemContext(made, found.organization_id, found.project_id)) ?? fail('NOT_FOUND')
    const fields = parsePostback(sent)
    if ('path' in fields) fail('REQUEST_INVALID', { issues: [fields] }, fields.message)
    return recordPostback(deps, ctx, secret, fields)
  }
}

/**
 * Stores the reported transaction. If the transaction was reported before, replaces its status and the amounts that
 * were sent. If two requests report it at once, one request waits for the other.
 */
function recordPostback({ ids }: CoreDeps, ctx: ProjectContext, secret: string, fields: PostbackFields): Promise<ReceivedPostback> {
  const { project, now } = ctx
  return mutate(ctx, { action: 'earnings.post_back', entity: 'earnings' }, async (tx, change) => {
    await lockEarningsForUpdate(tx, project.id)
    if (!(await updateReceivedTime(tx, project.id, secret, now))) fail('NOT_FOUND')
    const key = ['postback', fields.network, fields.transactionId].filter(Boolean).join(':')
    const before = await selectPostedTransaction(tx, project.id, key)
    const money = toMoney(fields, before)
    await upsertPostedTransaction(tx, ctx, {
      id: ids.next<EarningId>(),
      key,
      retailer: 'other',
      kind: 'sale',
      status: fields.status,
      currency: money.currency,
      ...splitAmount(money.earned, fields.status),
      saleAmount: money.sale,
      quantity: 1,
      occurredOn: now.toISOString().slice(0, 10),
      occurredAt: now.toISOString(),
      versionAt: now.toISOString(),
      isDayOfShipment: false,
      itemId: fields.productId,
      itemName: fields.event,
      trackingId: null,
      subId: fields.clickId,
      network: fields.network,
    })
    await enqueueMatching(tx, ctx)
    const recorded = { transaction_id: fields.transactionId, status: fields.status, currency: money.currency, amount: money.earned }
    change.before = before
    change.after = { name: fields.transactionId, ...recorded }
    return recorded
  })
}

/**
 * Returns the amounts to store. If a value is not sent, the stored value does not change. A rejection with the amount 0
 * reverses the whole amount.
 */
function toMoney({ status, money }: PostbackFields, before: PostedRow | undefined): Pick<PostedRow, 'currency' | 'earned' | 'sale'> {
  const isWholeReversal = status === 'reversed' && money?.earned === 0
  if (before !== undefined && (money === undefined || isWholeReversal)) return before
  if (money === undefined) return { currency: 'USD', earned: 0, sale: 0 }
  // If the currency has changed, the stored sale amount is not used, because it is in the previous currency.
  const sale = money.sale ?? (before?.currency === money.currency ? before.sale : 0)
  return { ...money, sale }
}
