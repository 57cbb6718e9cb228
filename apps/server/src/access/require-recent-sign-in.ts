import { reauthenticationMethods, recentSignInMs } from '@linkshelf/contract'
import { fail } from './app-error.ts'
import type { RequestContext } from './context.ts'

/**
 * For calls with `needsRecentSignIn: 'by-input'`; the others are checked before their operation. Throws
 * REAUTHENTICATION_REQUIRED when the user last entered their password too long ago. API keys, jobs and commands
 * have no sign-in and pass.
 */
export async function requireRecentSignIn({ actor, now }: Pick<RequestContext, 'actor' | 'now'>): Promise<void> {
  if (actor.kind !== 'user' || actor.findAuthenticatedAt === undefined) return
  const authenticatedAt = await actor.findAuthenticatedAt()
  const isRecent = authenticatedAt !== undefined && now.getTime() - authenticatedAt.getTime() <= recentSignInMs
  if (!isRecent) fail('REAUTHENTICATION_REQUIRED', { methods: reauthenticationMethods })
}
