import Provider, { type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider'
import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import { toRequestId } from '../../platform/http/response-headers.ts'
import type { Log } from '../../platform/process/log.ts'

export function logSignOut(log: Log, ctx: KoaContextWithOIDC): void {
  const userId = ctx.oidc.session?.accountId
  if (userId !== undefined) logSecurityEvent(log, 'session.ended', { ...eventSource(ctx), userId })
}

/** Logs the reuse of a code or refresh token that was consumed before. Looking one up to revoke it is no use of it. */
export function logReuse(log: Log, kind: string, { accountId }: AdapterPayload): void {
  const { ctx } = Provider
  if (ctx === undefined || ctx.oidc.route !== 'token' || accountId === undefined) return
  logSecurityEvent(log, 'token.reused', { ...eventSource(ctx), userId: accountId, kind })
}

function eventSource(ctx: KoaContextWithOIDC): EventSource {
  return { requestId: toRequestId(ctx.get('x-correlation-id')), address: ctx.ip }
}
