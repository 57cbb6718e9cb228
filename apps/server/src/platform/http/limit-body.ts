import type { Env, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

export interface BodyErrorHandlers<E extends Env> {
  tooLarge: MiddlewareHandler<E>
  /** Answers a request whose body was cut off or has invalid chunks. The client may be gone. */
  broken: MiddlewareHandler<E>
}

/**
 * Creates middleware that limits the size of a request's body. If a body is cut off while it is read, the middleware
 * calls `broken`, because this is an error of the client, not of the server.
 */
export function limitBody<E extends Env>(maxSize: number, { tooLarge, broken }: BodyErrorHandlers<E>): MiddlewareHandler<E> {
  return async (context, next) => {
    let isRead = false
    const limit = bodyLimit({ maxSize, onError: () => tooLarge(context, next) as Promise<Response> })
    try {
      return await limit(context, () => {
        isRead = true
        return next()
      })
    } catch (error) {
      if (isRead) throw error
      return broken(context, next)
    }
  }
}
