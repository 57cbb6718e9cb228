import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isStorable } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import {
  consumeState,
  deleteGrantFamily,
  deleteState,
  type StateRow,
  selectSession,
  selectState,
  upsertState,
} from '../tables/identity-state-table.ts'
import { logReuse } from './log-provider-events.ts'

/**
 * Stores the provider's state in PostgreSQL.
 *
 * A code or refresh token goes `fresh` → `consumed` (once, by a conditional update) → deleted. The provider first
 * checks whether the token was consumed and then consumes it, so two requests may both have read a fresh token. The
 * conditional update then fails for the second request, which gets `invalid_grant`.
 *
 * A second use means that the token was copied, so it deletes the whole family: the grant with every code and token
 * that came from it. If the first request receives new tokens at that moment, they are useless, because their grant is
 * deleted.
 */
export function createStateAdapter({ db, clock, log }: CoreDeps): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      // Sessions without a user are not stored, because each request that has the cookie of an ended session would
      // store one.
      if (kind === 'Session' && payload.accountId === undefined) return
      if (!isStorable(payload)) throw new errors.InvalidRequest('a parameter contains characters that can not be stored')
      // The browser's secret is not stored: neither as this object's id, nor as the copy of the session's secret in an
      // interaction.
      const { jti: _id, ...stored } = payload
      if (stored.session?.cookie !== undefined) stored.session = { ...stored.session, cookie: undefined }
      await upsertState(db, {
        kind,
        id,
        payload: stored,
        sessionUid: kind === 'Session' ? (payload.uid ?? null) : null,
        grantId: kind === 'Grant' ? id : (payload.grantId ?? null),
        userId: payload.accountId ?? payload.result?.login?.accountId ?? payload.session?.accountId ?? null,
        expiresAt: expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000),
      })
    },

    async find(id) {
      const row = await selectState(db, kind, id)
      if (row?.consumed_at) logReuse(log, kind, row.payload)
      return row && { ...toPayload(row), jti: id }
    },

    async findByUid(uid) {
      const row = await selectSession(db, uid)
      return row && toPayload(row)
    },

    async consume(id) {
      if (await consumeState(db, kind, id, clock.now())) return
      const consumed = await selectState(db, kind, id)
      if (consumed !== undefined) logReuse(log, kind, consumed.payload)
      if (consumed?.payload.grantId !== undefined) await deleteGrantFamily(db, consumed.payload.grantId)
      throw new errors.InvalidGrant('it was used before')
    },

    destroy: (id) => deleteState(db, kind, id),
    revokeByGrantId: (grantId) => deleteGrantFamily(db, grantId),

    async findByUserCode() {
      throw new Error('The device authorization grant is not supported')
    },
  })
}

function toPayload({ payload, consumed_at }: StateRow): AdapterPayload {
  return consumed_at === null ? payload : { ...payload, consumed: Math.floor(consumed_at.getTime() / 1000) }
}
