import { z } from 'zod'
import { publicCall } from '../call.ts'
import { errors } from '../errors.ts'
import { earningStatuses } from './earnings.ts'

/** The parameters of a network's request, by the network's own names. If a name is repeated, its last value is used. */
const postbackFields = z.record(z.string().max(100), z.unknown())
const onePostback = z.object({ postbackSecret: z.string().max(100) })

const receivedPostback = z.object({
  transaction_id: z.string(),
  status: z.enum(earningStatuses),
  currency: z.string(),
  /** Minor units of the currency. */
  amount: z.number().int(),
})

/** The calls need no sign-in, because the secret in the path identifies the project. */
export const postbacks = {
  receive: publicCall(
    '/v1/public/postbacks/{postbackSecret}',
    'Report a sale with transaction_id, amount, currency, status and click_id. The parameter names of affiliate networks also work. If the transaction was reported before, its status is replaced',
  )
    .input(z.object({ params: onePostback, query: postbackFields }))
    .output(receivedPostback)
    .errors(errors('REQUEST_INVALID', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  receivePosted: publicCall(
    '/v1/public/postbacks/{postbackSecret}',
    'The same with the fields in the body, as JSON or as a form, or in the query',
    'POST',
  )
    .input(z.object({ params: onePostback, query: postbackFields, body: postbackFields.optional() }))
    .output(receivedPostback)
    .errors(errors('REQUEST_INVALID', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'REQUEST_TOO_LARGE', 'BODY_NOT_JSON')),
}

export type ReceivedPostback = z.infer<typeof receivedPostback>
