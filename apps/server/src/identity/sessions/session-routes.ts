import { signedInCall } from '../../access/index.ts'
import { revokeOtherSessions, revokeSession } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'

const calls = signedInCall.sessions

export function sessionRoutes() {
  return {
    list: calls.list.handler(({ context }) => listSessions(context.ctx)),
    revoke: calls.revoke.handler(({ context, input }) => revokeSession(context.ctx, input.params.sessionId)),
    revokeOthers: calls.revokeOthers.handler(({ context }) => revokeOtherSessions(context.ctx)),
  }
}
