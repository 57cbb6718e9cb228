import { setTimeout as sleep } from 'node:timers/promises'
import type { Ids } from '../platform/ids.ts'
import type { ApiClient } from './api-client.ts'
import { backdateIds } from './backdated-ids.ts'
import { amazonItem } from './demo-links.ts'
import type { EdgeVisit } from './edge-visits.ts'
import type { Random } from './visitors.ts'

const minuteMs = 60_000
/**
 * The maximum time to wait for the jobs that join sales to clicks. If no jobs process runs, the sales are joined after
 * a jobs process starts.
 */
const joinMs = 60_000
const dayMs = 86_400_000

/** A click that was followed by a sale. */
export interface SoldClick {
  id: string
  at: number
}

export interface SoldClicks {
  /** The ids for the edge. An id contains the time of the replayed visit. */
  ids: Ids
  visit: EdgeVisit
  clicks: SoldClick[]
}

/** Collects the ids of some clicks, for reports that name them. Only one request may be sent at a time. */
export function collectSoldClicks(ids: Ids, visit: EdgeVisit, random: Random): SoldClicks {
  const clicks: SoldClick[] = []
  let time = 0
  let latest = ''
  const backdated = backdateIds(ids, () => time)
  return {
    ids: {
      next<Id extends string>(): Id {
        const id = backdated.next<Id>()
        latest = id
        return id
      },
    },
    async visit(at, path, headers) {
      time = at
      latest = ''
      const status = await visit(at, path, headers)
      // For the first record of a millisecond, the edge takes the id from `next` and replaces its last digits with a
      // counter. The counter begins at 000.
      if (status === 302 && latest !== '' && random() < soldShare) clicks.push({ id: `${latest.slice(0, -3)}000`, at })
      return status
    },
    clicks,
  }
}

/** The share of clicks that lead to a sale: one in forty. */
const soldShare = 0.025

type ProjectParams = { orgId: string; projectId: string }

/**
 * Imports an eBay report that names the clicks, and an Amazon report that does not. Also sends some sales to the
 * postback URL, and waits until all sales are joined to their clicks. Does nothing if reports were imported before.
 */
export async function createEarnings(api: ApiClient, params: ProjectParams, clicks: readonly SoldClick[], random: Random): Promise<void> {
  if ((await api.earningsImports.list({ params })).length > 0) return
  if (clicks.length > 0) await importReport(api, params, createEbayReport(clicks, random), { currency: 'EUR' })
  await importReport(api, params, createAmazonReport(random), {})
  await api.earnings.updateRates({ params, body: { currency: 'EUR', rates: [{ currency: 'USD', rate: 0.92 }] } })
  const { url } = await api.earnings.createPostback({ params })
  for (const [index, { id }] of clicks.slice(-12).entries())
    await fetch(
      `${url}?network=admitad&transaction_id=A-${index}&click_id=${id}&amount=${chooseAmount(random, 6)}&currency=EUR&status=${index % 3 === 0 ? 'pending' : 'approved'}`,
    )
  if (clicks.length > 0) await waitUntilJoined(api, params)
}

async function importReport(api: ApiClient, params: ProjectParams, report: string, answers: { currency?: string }): Promise<void> {
  const { import_id } = await api.earningsImports.create({ params, body: { file: new File([report], 'report.csv') } })
  const one = { ...params, earningsImportId: import_id }
  await waitFor(api, one, 'ready')
  await api.earningsImports.start({ params: one, body: answers })
  await waitFor(api, one, 'done')
}

async function waitFor(api: ApiClient, one: ProjectParams & { earningsImportId: string }, state: 'ready' | 'done'): Promise<void> {
  while ((await api.earningsImports.get({ params: one })).state !== state) await sleep(200)
}

/**
 * Resolves when the sales of the postback URL are joined to their clicks, or after `joinMs`. These sales are joined
 * last, so when they are joined, all other sales are joined too.
 */
async function waitUntilJoined(api: ApiClient, params: ProjectParams): Promise<void> {
  for (const until = Date.now() + joinMs; Date.now() < until; await sleep(250)) {
    const { totals } = await api.earnings.overview({ params, query: {} })
    if (totals.some(({ currency, by_click, unassigned }) => currency === 'EUR' && by_click > 0 && unassigned === 0)) return
  }
}

function createEbayReport(clicks: readonly SoldClick[], random: Random): string {
  const rows = clicks.map(({ id, at }, index) => {
    const sold = new Date(at + 20 * minuteMs)
    const isRecent = at > Date.now() - 10 * dayMs
    const status = isRecent ? 'Pending' : random() < 0.05 ? 'Canceled' : 'Approved'
    const earned = chooseAmount(random, 4)
    return [
      1_000 + index,
      sold.toISOString(),
      new Date(at + dayMs).toISOString(),
      status,
      5338,
      id,
      1,
      (earned * 22).toFixed(2),
      earned,
    ].join(',')
  })
  return ['EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,Quantity,Sales,Earnings', ...rows].join('\n')
}

/**
 * Creates a report of ninety days of sales. The sales of one product are joined to its link: by product if they are
 * older than the link's clicks, and otherwise by estimate. No link leads to the other products or has their tag.
 */
function createAmazonReport(random: Random): string {
  const rows = Array.from({ length: 90 }, (_, daysAgo) => {
    const day = new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
    const earned = chooseAmount(random, 3)
    const asin = `B0DEMO${String(daysAgo % 12).padStart(4, '0')}`
    return [asin, asin === amazonItem.asin ? amazonItem.tag : 'mia-20', day, 1, (earned * 25).toFixed(2), earned].join(',')
  })
  return ['ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($)', ...rows].join('\n')
}

/** Returns an amount near `usual`, with cents. */
function chooseAmount(random: Random, usual: number): number {
  return Number((usual * (0.3 + 1.4 * random())).toFixed(2))
}
