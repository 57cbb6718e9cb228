import { setTimeout as sleep } from 'node:timers/promises'
import { passwordMinLength, sessionId } from '@linkshelf/contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createCodeDeps } from '../../../test/code-deps.ts'
import {
  aSignUp,
  createTokenContext,
  findLinkInEmail,
  openTestIdentity,
  type SignedUp,
  signInElsewhere,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { redeemRefreshToken, signOut, type Tokens } from '../../../test/test-browser.ts'
import { createLiveStreams } from '../../analytics/index.ts'
import { changePassword } from '../passwords/change-password.ts'
import { endUserSessions } from './end-sessions.ts'
import { listSessions, revokeSession } from './sessions.ts'
import { openSessionVerifier, type SessionVerifier } from './verify-sessions.ts'

/** Opens a session verifier, as another api process would. */
function openVerifier({ deps, identity }: TestIdentity): SessionVerifier & Disposable {
  const verifier = openSessionVerifier(deps, { issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  return { ...verifier, [Symbol.dispose]: verifier.close }
}

/** Verifies the token without a pause, and returns for how many milliseconds after `change` it was still accepted. */
async function acceptedFor({ verify }: SessionVerifier, { access_token }: Tokens, change: () => Promise<unknown>): Promise<number> {
  let changedAt = Number.POSITIVE_INFINITY
  let acceptedAt = 0
  const accepting = (async () => {
    let shownAt = performance.now()
    while ((await verify(access_token)) !== undefined) {
      acceptedAt = shownAt
      await sleep(1)
      shownAt = performance.now()
    }
    return acceptedAt - changedAt
  })()
  await change()
  changedAt = performance.now()
  return accepting
}

interface Ending {
  /** Performs the action that ends the session `elsewhere`. `mia` has the tokens of the request's own session. */
  run(site: TestIdentity, mia: SignedUp, elsewhere: Pick<SignedUp, 'browser' | 'tokens'>): Promise<unknown>
  endsOwn?: boolean
}

const newPassword = 'badgers dig at dusk'

const endings: Record<string, Ending> = {
  'a new password': {
    async run(site, mia) {
      const passwords = { current_password: mia.password, new_password: newPassword }
      await changePassword({ ...createCodeDeps(site.deps), passwordMinLength }, await createTokenContext(site, mia.tokens), passwords)
    },
  },
  'a reset password': {
    async run(site, mia) {
      const browser = site.browser()
      await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
      const link = findLinkInEmail((await site.emailsTo(mia.email))[0])
      await browser.submit(await browser.open(link), { password: newPassword })
    },
    endsOwn: true,
  },
  'a sign-out in its browser': {
    run: (_site, _mia, { browser }) => signOut(browser),
  },
  'a sign-out that its browser confirmed': {
    run: async (site, _mia, { browser }) => browser.submit(await browser.open(`${site.app}/oidc/session/end`), { logout: 'yes' }),
  },
  'a sign-out in another browser': {
    async run(site, mia) {
      const ctx = await createTokenContext(site, mia.tokens)
      const other = (await listSessions(ctx)).find(({ current }) => !current)
      await revokeSession(ctx, sessionId.parse(other?.session_id))
    },
  },
  'the command of the operator': { run: ({ deps }, mia) => endUserSessions(deps, mia.email.toUpperCase()), endsOwn: true },
}

it.each(Object.entries(endings))(
  'rejects the access token of a session within a second after %s, and ends its streams',
  async (_name, ending) => {
    await using site = await openTestIdentity()
    const mia = await site.signUp()
    const elsewhere = await signInElsewhere(site, mia)
    using verifier = openVerifier(site)
    const streams = createLiveStreams(site.deps)
    const [own, theirs] = [await verifier.verify(mia.tokens.access_token), await verifier.verify(elsewhere.tokens.access_token)]
    if (own === undefined || theirs === undefined) throw new Error('A new session is valid')
    const [ownStream, theirStream] = [streams.open('project', own), streams.open('project', theirs)]
    await Promise.all([ownStream.next(), theirStream.next()])
    site.clock.forward(1_000) // a sign-in in the same second as a sign-out would stay valid

    expect(await acceptedFor(verifier, elsewhere.tokens, () => ending.run(site, mia, elsewhere))).toBeLessThan(1_000)

    expect((await theirStream.next()).done).toBe(true)
    await expect.poll(() => own.ended.aborted).toBe(ending.endsOwn ?? false)
    expect((await verifier.verify(mia.tokens.access_token)) === undefined).toBe(ending.endsOwn ?? false)
    streams.endAll()
  },
)

it("accepts the tokens of a session's next sign-in, and not its tokens from before the sign-out", async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { deps } = site
  using verifier = openVerifier(site)
  // Records the session as a token renewal does after the browser signed in to the session again.
  await deps.db
    .updateTable('user_sessions')
    .set({ signed_in_at: new Date(Date.now() + 60_000) })
    .execute()

  expect(await verifier.verify(mia.tokens.access_token)).toBeUndefined()
  expect((await redeemRefreshToken(site.app, mia.tokens.refresh_token)).ok).toBe(false)
})

it('rejects the token of a session that was never recorded, and of a deleted account', async () => {
  await using site = await openTestIdentity()
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  using verifier = openVerifier(site)
  await site.asOwner(async (owner) => {
    await owner.query('delete from user_sessions using users where users.id = user_id and email = $1', [mia.email])
    await owner.query('delete from users where email = $1', [noah.email])
  })

  expect(await verifier.verify(mia.tokens.access_token)).toBeUndefined()
  expect(await verifier.verify(noah.tokens.access_token)).toBeUndefined()
})

it('accepts no session while the database does not answer, and accepts it again afterwards', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  using verifier = openVerifier(site)
  const actor = await verifier.verify(mia.tokens.access_token)
  const owner = new pg.Client({ connectionString: site.deps.databaseUrl })
  await owner.connect()
  await owner.query('alter table user_sessions rename to hidden_sessions')

  await expect.poll(() => actor?.ended.aborted).toBe(true)
  await expect(verifier.verify(mia.tokens.access_token)).rejects.toThrow('user_sessions')

  await owner.query('alter table hidden_sessions rename to user_sessions')
  await owner.end()
  expect(await verifier.verify(mia.tokens.access_token)).toBeDefined()
})

it('ends the session of a browser in which another user signs in', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  using verifier = openVerifier(site)
  await mia.browser.submit(await mia.browser.open('/auth/signup'), { ...aSignUp() })

  expect(await verifier.verify(mia.tokens.access_token)).toBeUndefined()
})
