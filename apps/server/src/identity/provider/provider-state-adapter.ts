import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { consumeState, deleteFamily, deleteState, type StateRow, selectSession, selectState, upsertState } from './identity-state-table.ts'

/**
 * Where the provider keeps what it has to remember.
 *
 * A code or refresh token: `fresh` → `consumed` (once, by a conditional update) → gone. The provider looks whether one was consumed and then
 * consumes it, so two requests may both have seen a fresh one; here the second learns that it lost. A second use means that somebody
 * has a copy, so it ends the whole family: the grant with every code and token that came from it. What the winner is given at that moment
 * leads nowhere, because its grant is gone.
 */
export function makeStateAdapter(db: Db, clock: Clock): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      // The secret itself stays with the browser; an interaction would carry a second copy of the session's.
      const { jti: _id, ...kept } = payload
      if (kept.session?.cookie !== undefined) kept.session = { ...kept.session, cookie: undefined }
      await upsertState(db, {
        kind,
        id,
        payload: kept,
        sessionUid: kind === 'Session' ? (payload.uid ?? null) : null,
        grantId: kind === 'Grant' ? id : (payload.grantId ?? null),
        userId: payload.accountId ?? payload.session?.accountId ?? null,
        expiresAt: expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000),
      })
    },

    async find(id) {
      const row = await selectState(db, kind, id)
      return row && { ...payloadOf(row), jti: id }
    },

    async findByUid(uid) {
      const row = await selectSession(db, uid)
      return row && payloadOf(row)
    },

    async consume(id) {
      if (await consumeState(db, kind, id, clock.now())) return
      const family = (await selectState(db, kind, id))?.payload.grantId
      if (family !== undefined) await deleteFamily(db, family)
      throw new errors.InvalidGrant('it was used before')
    },

    destroy: (id) => deleteState(db, kind, id),
    revokeByGrantId: (grantId) => deleteFamily(db, grantId),

    async findByUserCode() {
      throw new Error('Sign-in by a code on another device is not offered')
    },
  })
}

function payloadOf({ payload, consumed_at }: StateRow): AdapterPayload {
  return consumed_at === null ? payload : { ...payload, consumed: Math.floor(consumed_at.getTime() / 1000) }
}
