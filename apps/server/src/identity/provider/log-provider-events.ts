import Provider, { type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider'
import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import { toRequestId } from '../../platform/http/response-headers.ts'
import type { Log } from '../../platform/process/log.ts'

export function logSignOut(log: Log, ctx: KoaContextWithOIDC): void {
  const userId = ctx.oidc.session?.accountId
  if (userId !== undefined) logSecurityEvent(log, 'session.ended', { ...toProviderEventSource(ctx), userId })
}

/**
 * Logs that a code or refresh token was used again after it was consumed. A lookup that revokes the token is not a use.
 */
export function logReuse(log: Log, kind: string, { accountId }: AdapterPayload): void {
  const { ctx } = Provider
  if (ctx === undefined || ctx.oidc.route !== 'token' || accountId === undefined) return
  logSecurityEvent(log, 'token.reused', { ...toProviderEventSource(ctx), userId: accountId, kind })
}

function toProviderEventSource(ctx: KoaContextWithOIDC): EventSource {
  return { requestId: toRequestId(ctx.get('x-correlation-id')), address: ctx.ip }
}
