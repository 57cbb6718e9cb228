// An impostor signs up with another person's address, and that person then takes the account back. The test runs
// through the pages and the API.
import { type Organization, organizationId, userId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anExport, findInvitationToken, getFirstProject, getProjectContext } from '../../../test/builders/builders.ts'
import { aConnection, aScannedChannel } from '../../../test/builders/youtube-builder.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { type GoogleServer, openGoogleServer } from '../../../test/google/open-google-server.ts'
import { aSignUp, fetchTokens, findLinkInEmail, runEmailJobs } from '../../../test/open-test-identity.ts'
import { aRunningApi, type RunningApi } from '../../../test/running-api.ts'
import { openSignIn, openTestBrowser, redeemRefreshToken, type TestPage } from '../../../test/test-browser.ts'
import { createRequestContext } from '../../access/index.ts'
import { sendInvitationEmail } from '../../organizations/invitations/invitation-email.ts'

const newPassword = 'badgers dig at dusk'

/** Signs a user up by the form and returns the user's API calls. */
async function aSignedUpUser(api: RunningApi, email: string) {
  const user = aSignUp({ email })
  const browser = openTestBrowser(api.url)
  await openSignIn(browser)
  await browser.submit(await browser.open('/auth/signup'), { ...user })
  const tokens = await fetchTokens(browser)
  const call = callerWith(api, tokens.access_token)
  const profile = await read<{ user_id: string }>(call('GET', '/v1/me'))
  return { ...user, tokens, call, userId: userId.parse(profile.user_id) }
}

function callerWith(api: RunningApi, token: string) {
  return (method: string, path: string, body?: object): Promise<Response> =>
    fetch(new URL(path, api.url), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
}

type SignedUpUser = Awaited<ReturnType<typeof aSignedUpUser>>

/** Returns the user's first organization with a link in it. */
async function aShelf(user: SignedUpUser) {
  const [organization] = await read<[Organization]>(user.call('GET', '/v1/organizations'))
  const orgId = organizationId.parse(organization.id)
  const project = `/v1/${orgId}/projects/${getFirstProject(organization).id}`
  expect((await user.call('POST', `${project}/urls`, { target: 'https://shop.example/lamp' })).status).toBe(201)
  return { organization, orgId, project }
}

type Shelf = Awaited<ReturnType<typeof aShelf>>

/**
 * Gives other people every kind of access to the organization: a key, a second owner, an invitation, a channel, a
 * postback address and a download.
 */
async function giveAccess(api: RunningApi, google: GoogleServer, impostor: SignedUpUser, { organization, orgId, project }: Shelf) {
  const { deps } = api
  const { call } = impostor
  const { key } = await read<{ key: string }>(call('POST', `/v1/${orgId}/api-keys`, { name: 'Sync' }))

  const accomplice = await aSignedUpUser(api, 'eve@example.com')
  const invite = async (email: string): Promise<string> => {
    const { invitation_id } = await read<{ invitation_id: string }>(call('POST', `/v1/${orgId}/members`, { email, role: 'owner' }))
    await sendInvitationEmail(deps, { organizationId: orgId, invitationId: invitation_id })
    return findInvitationToken(deps.emails.at(-1)?.text ?? '')
  }
  const accepted = await accomplice.call('POST', '/v1/me/invitations', { token: await invite(accomplice.email) })
  expect(accepted.status).toBe(200)
  const openInvitation = await invite('visit-us@example.com')

  const user = createRequestContext(deps, { actor: { kind: 'user', userId: impostor.userId }, source: 'api' })
  const ctx = await getProjectContext(user, orgId, getFirstProject(organization).id)
  const channel = google.account.addChannel()
  const channelId = await aScannedChannel(deps, ctx, channel)
  await aConnection(deps, ctx, { account: google.account, channel, channelId })

  const postback = await read<{ url: string }>(call('POST', `${project}/earnings/postback`))
  const exportId = await anExport(deps, { ctx, user, organization })
  const download = await read<{ url: string }>(call('POST', `/v1/${orgId}/exports/${exportId}/download`))
  return { key, accomplice, openInvitation, postbackUrl: postback.url, downloadUrl: download.url }
}

it('takes an account back from an impostor who signed up with another person’s address', async () => {
  await using google = await openGoogleServer()
  await using api = await aRunningApi({}, { google })
  const { deps } = api
  deps.mail.reachesRecipients = true
  const impostor = await aSignedUpUser(api, 'mia@example.com')
  const shelf = await aShelf(impostor)
  const { orgId, project } = shelf

  expect(await (await impostor.call('GET', '/v1/me')).json()).toMatchObject({ email_confirmed: false })
  const attempts = [
    await impostor.call('POST', `/v1/${orgId}/api-keys`, { name: 'Sync' }),
    await impostor.call('POST', `/v1/${orgId}/members`, { email: 'eve@example.com' }),
    await impostor.call('PUT', `${project}/integrations/aliexpress`, { trackingId: 'eve', appId: '501234' }),
    await impostor.call('POST', `${project}/earnings/postback`),
  ]
  for (const attempt of attempts) {
    expect(attempt.status).toBe(403)
    expect(await attempt.json()).toMatchObject({ code: 'EMAIL_UNCONFIRMED' })
  }

  // While the instance has no mail server, it asks no user to confirm an address.
  deps.mail.reachesRecipients = false
  expect(await (await impostor.call('GET', '/v1/me')).json()).toMatchObject({ email_confirmed: true })
  const access = await giveAccess(api, google, impostor, shelf)
  const byKey = callerWith(api, access.key)
  const statuses = async () =>
    Promise.all([
      byKey('GET', `${project}/urls`).then(({ status }) => status),
      access.accomplice.call('GET', `${project}/urls`).then(({ status }) => status),
      fetch(access.downloadUrl).then(({ status }) => status),
      fetch(`${access.postbackUrl}?status=sale&revenue=1.50&currency=USD&transaction_id=A1`).then(({ status }) => status),
    ])
  expect(await statuses()).toEqual([200, 200, 200, 200])
  deps.mail.reachesRecipients = true

  const browser = openTestBrowser(api.url)
  await browser.submit(await browser.open('/auth/forgot'), { email: 'mia@example.com' })
  await runEmailJobs(deps)
  const done = await browser.submit(await browser.open(findLinkInEmail(deps.emails.at(-1))), { password: newPassword })

  expect(done.status).toBe(200)
  expect(listItems(done)).toEqual([
    '1 API key (Sync)',
    '1 invitation (visit-us@example.com)',
    '1 member (eve@example.com)',
    expect.stringMatching(/^1 connection to YouTube \(/),
    '1 postback address (My links)',
    expect.stringMatching(/^1 download address \(linkshelf-/),
  ])
  expect((await impostor.call('POST', `/v1/${orgId}/api-keys`, { name: 'Sync again' })).status).toBe(401)
  await runEmailJobs(deps)
  const notice = deps.emails.at(-1)
  expect([notice?.to, notice?.subject]).toEqual(['mia@example.com', 'Your Linkshelf password was changed'])
  const mailed = [
    '1 API key',
    '1 invitation',
    '1 member (eve@example.com)',
    '1 connection to YouTube',
    '1 postback address',
    '1 download address',
  ]
  expect(notice?.text.match(/(?<=• ).*/g)).toEqual(mailed)

  await expect.poll(statuses).toEqual([401, 404, 404, 404])
  expect((await redeemRefreshToken(api.url, impostor.tokens.refresh_token)).status).toBe(401)
  const invitation = await fetch(new URL(`/v1/public/invitations/${access.openInvitation}`, api.url))
  expect(await invitation.json()).toMatchObject({ state: 'revoked' })
  expect(await queuedTasks(api)).toContain('revoke-youtube-grant')

  await openSignIn(browser)
  await browser.submit(await browser.open('/auth/signin'), { email: 'mia@example.com', password: newPassword })
  const mia = callerWith(api, (await fetchTokens(browser)).access_token)
  expect(await (await mia('GET', '/v1/me')).json()).toMatchObject({ email_confirmed: true })
  expect(await (await mia('GET', `${project}/urls`)).json()).toHaveLength(1)
  expect(await (await mia('GET', `/v1/${orgId}/members`)).json()).toMatchObject([{ email: 'mia@example.com', role: 'owner' }])
  const logged = await read<{ eventType: string }[]>(mia('GET', `/v1/${orgId}/audit-logs`))
  expect(
    logged
      .slice(0, 6)
      .map(({ eventType }) => eventType)
      .toSorted(),
  ).toEqual([
    'api_key_revoked',
    'data_export_downloads_ended',
    'invitation_revoked',
    'member_removed',
    'postback_address_deleted',
    'youtube_channel_disconnected',
  ])
  expect((await mia('POST', `/v1/${orgId}/api-keys`, { name: 'Mine' })).status).toBe(201)
})

it('counts all emails that sign-ups with an address cause towards one limit', async () => {
  await using api = await aRunningApi()
  api.deps.mail.reachesRecipients = true
  const impostor = await aSignedUpUser(api, 'mia@example.com')
  const browser = openTestBrowser(api.url)
  await browser.submit(await browser.open('/auth/signup'), { ...aSignUp({ email: 'Mia@example.com' }) })
  const statuses = []
  for (let requests = 0; requests < 3; requests += 1) statuses.push((await impostor.call('POST', '/v1/me/confirmation')).status)

  expect(statuses).toEqual([200, 200, 429])
  await runEmailJobs(api.deps)
  const [asks, exists] = ['Confirm your email address', 'You already have a Linkshelf account']
  expect(api.deps.emails.map(({ subject }) => subject).toSorted()).toEqual([asks, asks, asks, exists])
})

async function read<Body>(response: Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body
}

function listItems({ html }: TestPage): string[] {
  return [...html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text = '']) => text)
}

async function queuedTasks({ deps }: RunningApi): Promise<string[]> {
  const rows = await queryAsOwner<{ task: string }>(
    deps,
    'select tasks.identifier as task from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id',
  )
  return rows.map(({ task }) => task)
}
