import { createTokenVerifier, openKnownCredentials, type SignedInActor, type TokenRules } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { selectAuthenticatedAt, selectValidSessions, type ValidSession } from '../tables/session-table.ts'

export interface SessionVerifier {
  /**
   * Returns the token's user. Returns undefined if the token is not a valid access token, or if its session or grant
   * has ended. Throws any error of the database.
   */
  verify(token: string): Promise<SignedInActor | undefined>
  close(): void
}

const knownMax = 10_000

/** Opens a verifier that accepts this issuer's access tokens while their sessions are valid and their grants exist. */
export function openSessionVerifier({ db, clock, log }: CoreDeps, rules: TokenRules): SessionVerifier {
  const verifyToken = createTokenVerifier(rules)
  const known = openKnownCredentials<ValidSession>({
    async select(names) {
      const wanted = names.map((name) => ({ name, ...parseName(name) }))
      const uids = [...new Set(wanted.map(({ uid }) => uid))]
      const sessions = new Map((await selectValidSessions(db, uids, clock.now())).map((session) => [session.uid, session]))
      return new Map(
        wanted.flatMap(({ name, uid, grantId }) => {
          const session = sessions.get(uid)
          const isValid = session !== undefined && (grantId === undefined || session.grant_ids.includes(grantId))
          return isValid ? [[name, session] as const] : []
        }),
      )
    },
    max: knownMax,
    log,
    failure: 'Sessions could not be confirmed',
  })

  return {
    async verify(token) {
      const claims = await verifyToken(token)
      if (claims === undefined) return undefined
      const { userId, expiresAt, sessionUid, grantId, signedInAt } = claims
      const name = grantId === undefined ? sessionUid : `${sessionUid} ${grantId}`
      const session = known.findTrusted(name) ?? (await known.lookUp(name))
      // If the session was signed out and in again, its sign-in time is later than the time in earlier tokens.
      if (session?.row.user_id !== userId || signedInAt < session.row.signed_in_at) return undefined
      const findAuthenticatedAt = () => selectAuthenticatedAt(db, sessionUid, clock.now())
      return { kind: 'user', userId, expiresAt, sessionUid, ended: session.ended, findAuthenticatedAt }
    },
    close: known.close,
  }
}

/** Splits a credential's cache key into a session and an optional grant. Neither id contains a space. */
function parseName(name: string): { uid: string; grantId: string | undefined } {
  const [uid = '', grantId] = name.split(' ')
  return { uid, grantId }
}
