import { createHash } from 'node:crypto'
import { fail } from './app-error.ts'
import type { ProjectContext } from './context.ts'
import {
  type IdempotentRequest,
  insertIdempotencyKey,
  type StoredResponse,
  selectResponse,
  updateResponse,
} from './idempotent-response-table.ts'
import { type Mutation, mutate, read, type Work } from './mutate.ts'

/** A concurrent transaction committed the same key first. */
class OvertakenError extends Error {}

/**
 * Runs a mutation once for all requests with the same idempotency key. The first request stores its response in the
 * mutation's transaction; the other requests return that response and write nothing. If two requests arrive at once,
 * the second waits for the first. If a mutation fails, nothing is stored, so the client can repeat the request with the
 * same key.
 *
 * `request` is JSON. If `key` is undefined, this is the same as `mutate`. Throws IDEMPOTENCY_KEY_REUSED if another
 * request used the same key.
 */
export async function mutateOnce<Response extends object>(
  ctx: ProjectContext,
  { key, request, ...mutation }: Mutation & { key: string | undefined; request: unknown },
  work: Work<Response>,
): Promise<Response> {
  if (key === undefined) return mutate(ctx, mutation, work)
  const identified = { action: mutation.action, keyHash: hash(key), requestHash: hash(JSON.stringify(request)) }
  const stored = await read(ctx, (tx) => selectResponse(tx, ctx, identified))
  if (stored !== undefined) return replayResponse<Response>(stored, identified)
  try {
    return await mutate(ctx, mutation, async (tx, change, role) => {
      if (!(await insertIdempotencyKey(tx, ctx, identified))) throw new OvertakenError()
      const response = await work(tx, change, role)
      await updateResponse(tx, ctx, identified, response)
      return response
    })
  } catch (error) {
    if (error instanceof OvertakenError) return mutateOnce(ctx, { ...mutation, key, request }, work)
    throw error
  }
}

/**
 * Returns the stored response, or throws IDEMPOTENCY_KEY_REUSED if the requests differ. The cast is safe, because the
 * same operation stored this response for the same request.
 */
function replayResponse<Response extends object>({ request_hash, response }: StoredResponse, { requestHash }: IdempotentRequest): Response {
  return request_hash.equals(requestHash) && response !== null ? (response as Response) : fail('IDEMPOTENCY_KEY_REUSED')
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
