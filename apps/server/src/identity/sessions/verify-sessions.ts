import { createTokenVerifier, openKnownCredentials, type SignedInActor, type TokenRules } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { selectAuthenticatedAt, selectValidSessions, type ValidSession } from '../tables/session-table.ts'

export interface SessionVerifier {
  /**
   * Returns undefined for what is not a valid access token, and for one whose session ended. Throws any
   * error of the database.
   */
  verify(token: string): Promise<SignedInActor | undefined>
  close(): void
}

const knownMax = 10_000

/** Accepts access tokens of the issuer while their sessions are valid. */
export function openSessionVerifier({ db, clock, log }: CoreDeps, rules: TokenRules): SessionVerifier {
  const verifyToken = createTokenVerifier(rules)
  const known = openKnownCredentials<ValidSession>({
    async select(uids) {
      const sessions = await selectValidSessions(db, uids, clock.now())
      return new Map(sessions.map((session) => [session.uid, session]))
    },
    max: knownMax,
    log,
    failure: 'Sessions could not be confirmed',
  })

  return {
    async verify(token) {
      const claims = await verifyToken(token)
      if (claims === undefined) return undefined
      const { userId, expiresAt, sessionUid, signedInAt } = claims
      const session = known.findTrusted(sessionUid) ?? (await known.lookUp(sessionUid))
      // A session that was signed out and in again has a new sign-in, which tokens of an earlier one don't have.
      if (session?.row.user_id !== userId || signedInAt < session.row.signed_in_at) return undefined
      const findAuthenticatedAt = () => selectAuthenticatedAt(db, sessionUid, clock.now())
      return { kind: 'user', userId, expiresAt, sessionUid, ended: session.ended, findAuthenticatedAt }
    },
    close: known.close,
  }
}
