import { projectCall, publicCall } from '../access/index.ts'
import type { FindVideoNames } from '../analytics/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createPostbackAddress, deletePostbackAddress, getPostbackAddress } from './postbacks/postback-address.ts'
import { createPostbackReceiver } from './postbacks/receive-postback.ts'
import { getRates, updateRates } from './rates.ts'
import { exportEarnings } from './reading/export-earnings.ts'
import { getEarnings, getLinkEarnings, getProductEarnings, getStoreEarnings } from './reading/get-earnings.ts'
import { getEarningsBreakdown } from './reading/get-earnings-breakdown.ts'
import { listUnmatchedSales } from './reading/list-unmatched-sales.ts'

const calls = projectCall.earnings

export function earningsRoutes(deps: Deps & { findVideoNames: FindVideoNames }) {
  return {
    overview: calls.overview.handler(({ context: { ctx }, input }) => getEarnings(deps, ctx, input.query)),
    breakdown: calls.breakdown.handler(({ context: { ctx }, input }) => getEarningsBreakdown(deps, ctx, input.query)),
    unmatched: calls.unmatched.handler(async ({ context: { ctx }, input }) => {
      const page = await listUnmatchedSales(deps, ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.sales }
    }),
    export: calls.export.handler(({ context: { ctx }, input }) => exportEarnings(deps, ctx, input.query)),
    link: calls.link.handler(({ context: { ctx }, input }) => getLinkEarnings(deps, ctx, { ...input.query, linkId: input.params.urlId })),
    store: calls.store.handler(({ context: { ctx }, input }) => getStoreEarnings(deps, ctx, input.query)),
    product: calls.product.handler(({ context: { ctx }, input }) =>
      getProductEarnings(deps, ctx, { ...input.query, productId: input.params.productId }),
    ),
    getRates: calls.getRates.handler(({ context }) => getRates(context.ctx)),
    updateRates: calls.updateRates.handler(({ context, input }) => updateRates(context.ctx, input.body)),
    getPostback: calls.getPostback.handler(({ context }) => getPostbackAddress(deps, context.ctx)),
    createPostback: calls.createPostback.handler(({ context }) => createPostbackAddress(deps, context.ctx)),
    deletePostback: calls.deletePostback.handler(({ context }) => deletePostbackAddress(context.ctx)),
  }
}

export function postbackRoutes(deps: Deps) {
  const receive = createPostbackReceiver(deps)
  return {
    receive: publicCall.postbacks.receive.handler(({ context, input }) => receive(context, input.params.postbackSecret, input.query)),
    receivePosted: publicCall.postbacks.receivePosted.handler(({ context, input }) =>
      receive(context, input.params.postbackSecret, { ...input.query, ...input.body }),
    ),
  }
}
