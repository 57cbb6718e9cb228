// These tests check the table "What ends when" of docs/security.md row by row. They fail if a row has no event here or
// an event has no row there.
import { readFileSync } from 'node:fs'
import { dataExportId, organizationId, passwordMinLength, sessionId } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteAccountsIn, requestDeletion } from '../../test/account-deletion.ts'
import { aMember, anApiKey, anExport, anInvitation, aProject } from '../../test/builders/builders.ts'
import { aConnection, aScannedChannel } from '../../test/builders/youtube-builder.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { createCodeDeps } from '../../test/code-deps.ts'
import { deleteOrganizationNow } from '../../test/databases/delete-organization-now.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { type GoogleServer, openGoogleServer } from '../../test/google/open-google-server.ts'
import { createTokenContext, findLinkInEmail, openTestIdentity, signInElsewhere, type TestIdentity } from '../../test/open-test-identity.ts'
import { redeemRefreshToken, signOut, type Tokens } from '../../test/test-browser.ts'
import { addTestPasskey } from '../../test/test-passkeys.ts'
import { findOrganizationContext } from '../access/context.ts'
import type { UserActor } from '../access/index.ts'
import { accessRevocations } from '../access-revocations.ts'
import { openLiveClicks } from '../analytics/index.ts'
import { revokeApiKey } from '../api-keys/api-keys.ts'
import { openApiKeyVerifier } from '../api-keys/verify-api-keys.ts'
import { createDownload } from '../data-transfer/export/download-export.ts'
import { sendConfirmation } from '../identity/confirmation/confirm-email.ts'
import { disableUser, openSessionVerifier } from '../identity/index.ts'
import { changePassword } from '../identity/passwords/change-password.ts'
import { finishDueResets } from '../identity/second-factor/reset-second-factor.ts'
import { endUserSessions } from '../identity/sessions/end-sessions.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../identity/sessions/sessions.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { changeRole, removeMember } from '../organizations/members.ts'
import { createOrganization, listOrganizations, requireSecondFactor } from '../organizations/organizations.ts'
import { createProject, deleteProject } from '../projects/projects.ts'

const columns = [
  'access tokens',
  'streams',
  'sessions and refresh tokens',
  'passkeys',
  'API keys',
  'invitations',
  'download addresses',
  "Google's grant",
] as const
type Column = (typeof columns)[number]

/** The rows of the documented table: for each event, one cell per column. */
const documented = new Map(
  readTable().map(([event = '', ...cells]) => [event, Object.fromEntries(columns.map((name, nth) => [name, cells[nth]]))]),
)

function readTable(): string[][] {
  const document = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const section = document.split('\n## What ends when\n')[1]?.split('\n## ')[0] ?? ''
  const [head, ...rows] = section
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  expect(head).toEqual(['event', ...columns])
  return rows
}

let site: TestIdentity
let google: GoogleServer
let live: ReturnType<typeof openLiveClicks>
let verifier: ReturnType<typeof openSessionVerifier>
beforeAll(async () => {
  site = await openTestIdentity({ host: 'localhost' })
  google = await openGoogleServer({ unitsPerDay: 1_000_000 })
  live = openLiveClicks(site.deps)
  verifier = openSessionVerifier(site.deps, { issuer: site.identity.issuer, audience: site.identity.audience, keys: site.identity.jwks })
})
afterAll(async () => {
  await live.close()
  verifier.close()
  await google[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

/**
 * Creates a user who has two sessions with a stream in each, and one of every other kind of access. The organization
 * has another owner.
 */
async function aWorld() {
  const { deps } = site
  const mia = await site.signUp()
  const elsewhere = await signInElsewhere(site, mia)
  const user = await createTokenContext(site, mia.tokens)
  const [organization] = await listOrganizations(user)
  if (organization === undefined) return expect.unreachable()
  await setOrganizationSettings(deps, organization.id, ['package=Pro'])
  const ctx = await findOrganizationContext(user, organizationId.parse(organization.id))
  if (ctx === undefined) return expect.unreachable()
  const owned = { user, organization, ctx }
  const otherOwner = await aMember(deps, owned, { role: 'owner' })
  const project = { ...(await aProject(deps, { owned })), actor: user.actor }
  const exportId = await anExport(deps, owned)
  await addTestPasskey(site, mia.browser)
  const channel = google.account.addChannel()
  const withGoogle = { ...deps, google: google.google }
  const channelId = await aScannedChannel(withGoogle, project, channel)
  await aConnection(withGoogle, project, { account: google.account, channel, channelId })
  return {
    ...owned,
    mia,
    elsewhere,
    otherOwner,
    project,
    key: await anApiKey(deps, ctx),
    invitation: await anInvitation(deps, owned, { email: `${deps.ids.next()}@people.test` }),
    download: await createDownload(deps, ctx, dataExportId.parse(exportId)),
    streams: { own: await openStream(mia.tokens), elsewhere: await openStream(elsewhere.tokens) },
  }
}
type World = Awaited<ReturnType<typeof aWorld>>

interface OpenStream {
  actor: UserActor
  hasEnded: boolean
}

async function openStream({ access_token }: Tokens): Promise<OpenStream> {
  const actor = await verifier.verify(access_token)
  if (actor === undefined) return expect.unreachable()
  return followStream(actor)
}

function followStream(actor: UserActor): OpenStream {
  const stream = { actor, hasEnded: false }
  const events = live.streams.open('a project', actor)
  void (async () => {
    for await (const _event of events);
    stream.hasEnded = true
  })()
  return stream
}

/**
 * Waits until every process has applied the tested event. To detect this, ends another session and another membership
 * after the event, and waits until the streams of these two have ended.
 */
async function waitForEnds(): Promise<void> {
  const sentinel = await site.signUp()
  const [bySession, byMembership] = [await openStream(sentinel.tokens), followStream({ kind: 'user', userId: site.deps.ids.next() })]
  await endUserSessions(site.deps, sentinel.email)
  await queryAsOwner(site.deps, `select pg_notify('membership_ended', '${byMembership.actor.userId}')`)
  await expect.poll(() => bySession.hasEnded && byMembership.hasEnded).toBe(true)
}

const describeSessions = (own: boolean, elsewhere: boolean) =>
  own && elsewhere ? 'end' : elsewhere ? 'end elsewhere' : own ? 'end here' : 'stay'
const describeEnd = (hasEnded: boolean) => (hasEnded ? 'end' : 'stay')

/** Each probe returns whether something has ended, in the words of the table. */
const probes: Record<Column, (world: World) => Promise<string>> = {
  async 'access tokens'({ mia, elsewhere }) {
    const isRejected = async (tokens: Tokens) => (await verifier.verify(tokens.access_token)) === undefined
    return describeSessions(await isRejected(mia.tokens), await isRejected(elsewhere.tokens))
  },
  streams: async ({ streams }) => describeSessions(streams.own.hasEnded, streams.elsewhere.hasEnded),
  async 'sessions and refresh tokens'({ mia, elsewhere }) {
    const isRejected = async (tokens: Tokens) => !(await redeemRefreshToken(site.app, tokens.refresh_token)).ok
    return describeSessions(await isRejected(mia.tokens), await isRejected(elsewhere.tokens))
  },
  async 'API keys'({ key }) {
    const keys = openApiKeyVerifier(site.deps)
    const actor = await keys.verify(key.key, { requestId: 'corr-1' })
    keys.close()
    return describeEnd(actor === undefined)
  },
  async passkeys({ user }) {
    return describeEnd((await queryAsOwner(site.deps, `select 1 from user_passkeys where user_id = '${user.actor.userId}'`)).length === 0)
  },
  async invitations({ invitation }) {
    const response = await createApiCaller(site.deps)(undefined, { method: 'GET', path: `/v1/public/invitations/${invitation.token}` })
    return describeEnd(!response.ok || ((await response.json()) as { state: string }).state !== 'pending')
  },
  async 'download addresses'({ download }) {
    const response = await createApiCaller(site.deps)(undefined, { method: 'GET', path: new URL(download.url).pathname })
    await response.body?.cancel()
    return describeEnd(response.status === 404)
  },
  async "Google's grant"({ project }) {
    return describeEnd(
      (await queryAsOwner(site.deps, `select 1 from youtube_connections where project_id = '${project.project.id}'`)).length === 0,
    )
  },
}

const newPassword = 'badgers dig at dusk'

async function resetByEmail({ mia }: World): Promise<void> {
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(mia.email)).at(-1))), { password: newPassword })
}

async function unconfirm({ user }: World): Promise<void> {
  await queryAsOwner(site.deps, `update users set email_confirmed_at = null where id = '${user.actor.userId}'`)
}

async function changeEmail({ mia: { browser, email } }: World): Promise<void> {
  const changed = `new-${email}`
  const page = { url: new URL(site.app), status: 200, headers: new Headers(), html: '<form action="/auth/account/email">' }
  await browser.submit(page, { email: changed })
  await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(changed)).at(-1))), {})
}

const events: Record<string, (world: World) => Promise<unknown>> = {
  'a browser signs out': ({ elsewhere: { browser } }) => signOut(browser),
  async 'a session is signed out in the settings'({ user }) {
    const other = (await listSessions(user)).find(({ current }) => !current)
    await revokeSession(user, sessionId.parse(other?.session_id))
  },
  'all other sessions are signed out in the settings': ({ user }) => revokeOtherSessions({ ...user, now: site.clock.now() }),
  async 'a refresh token is used again'({ elsewhere: { tokens } }) {
    for (const expected of [200, 401]) expect((await redeemRefreshToken(site.app, tokens.refresh_token)).status).toBe(expected)
  },
  'a new password': ({ user, mia }) =>
    changePassword(
      { ...createCodeDeps(site.deps), passwordMinLength },
      { ...user, now: site.clock.now() },
      { current_password: mia.password, new_password: newPassword },
    ),
  'a reset password': resetByEmail,
  async 'the first reset, of an unconfirmed address'(world) {
    await unconfirm(world)
    await resetByEmail(world)
  },
  async 'the first confirmation of an address'(world) {
    await unconfirm(world)
    const { user, mia } = world
    await sendConfirmation(createCodeDeps(site.deps), user)
    const browser = site.browser()
    await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(mia.email)).at(-1))), { password: mia.password })
  },
  'a new email address is confirmed': changeEmail,
  async 'a change of the email address is undone'(world) {
    await changeEmail(world)
    const browser = site.browser()
    await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(world.mia.email)).at(-1))), {})
  },
  async 'two-step sign-in is reset after three days'({ user }) {
    const { userId } = user.actor
    const now = site.clock.now()
    const totp = { user_id: userId, secret: 'x', encrypted_with: 'x', confirmed_at: now, last_used_step: 0 }
    await site.deps.db.insertInto('user_totp').values(totp).execute()
    await site.deps.db.insertInto('second_factor_resets').values({ user_id: userId, requested_at: now, due_at: now }).execute()
    await finishDueResets(site.deps)
  },
  async 'the last second factor is removed, and the organization requires it'({ user, ctx }) {
    await requireSecondFactor(ctx, true)
    await queryAsOwner(site.deps, `delete from user_passkeys where user_id = '${user.actor.userId}'`)
  },
  '`linkshelf end-sessions`': ({ mia }) => endUserSessions(site.deps, mia.email),
  '`linkshelf user disable`': ({ mia }) => disableUser(site.deps, accessRevocations, mia.email),
  'an owner is removed': ({ otherOwner, user }) => removeMember(otherOwner, user.actor.userId),
  'an owner leaves': ({ ctx, user }) => removeMember(ctx, user.actor.userId),
  'an owner becomes a member': ({ otherOwner, user }) => changeRole(otherOwner, { userId: user.actor.userId, role: 'member' }),
  async 'an account is deleted'({ user, mia }) {
    await requestDeletion(site.deps, user, mia.password)
    await deleteAccountsIn(15, site.deps)
  },
  async 'an organization is deleted'({ user, ctx }) {
    await createOrganization(site.deps, user, 'Another')
    await deleteOrganizationNow(ctx)
  },
  async 'a project is deleted'({ ctx, project }) {
    await createProject(site.deps, ctx, { name: 'Another', description: '' })
    await deleteProject(project)
  },
  'an API key is revoked': ({ ctx, key }) => revokeApiKey(ctx, key.id),
}

it('documents exactly these events', () => {
  expect([...documented.keys()].toSorted()).toEqual(Object.keys(events).toSorted())
})

it.each(Object.entries(events))('"%s" ends what the documented table says, and nothing else', async (event, run) => {
  await expect.poll(live.isListening).toBe(true)
  const world = await aWorld()
  site.clock.forward(1_000) // a sign-in in the same second as a sign-out would stay valid

  await run(world)

  await waitForEnds()
  const found: Record<string, string> = {}
  for (const name of columns) found[name] = await probes[name](world)
  expect(found).toEqual(documented.get(event))
})
