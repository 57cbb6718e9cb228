import { expect, it } from 'vitest'
import {
  aSignUp,
  findLinkInEmail,
  listQueuedEmailJobs,
  openTestIdentity,
  recordStatements,
  type TestIdentity,
} from '../../../test/open-test-identity.ts'
import { accessRevocations } from '../../access-revocations.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { createKnownDevices } from '../throttle/known-devices.ts'
import { createLoggedThrottle } from '../throttle/rate-limits.ts'
import { identityEmailJobs } from './email-jobs.ts'

function getJob(deps: Parameters<typeof identityEmailJobs>[0], name: string): (payload: unknown) => Promise<void> {
  const job = identityEmailJobs(deps).find((one) => one.name === name)
  return (payload) => job?.run(payload, { job: undefined as never }) ?? expect.unreachable()
}

it('does the same work for a password reset whether or not the address has an account', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const work = []
  for (const email of [mia.email, 'nobody@example.com']) {
    const statements = await recordStatements(site, () => requestReset(site, email))
    work.push({ statements, jobs: await listQueuedEmailJobs(site) })
    await site.emailsTo(email)
  }
  expect(work[0]?.statements).not.toEqual([])
  expect(work[0]).toEqual(work[1])
  expect(work[0]?.jobs).toEqual([{ task: 'send-password-reset-email', fields: ['email'] }])
  expect(site.deps.emails.map(({ to }) => to)).toEqual([mia.email])
})

it('sends the email of a request although the process that accepted it was killed', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await signUp(site, noah.email)
  await requestReset(site, noah.email)
  expect(site.deps.emails).toEqual([])
  await site.restart()
  expect((await site.emailsTo(noah.email)).map(({ subject }) => subject)).toEqual(['Confirm your Linkshelf account'])
  expect(await listQueuedEmailJobs(site)).toEqual([])
})

it('retries while the mail server is down, and sends the email when the server is available again', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await signUp(site, noah.email)
  const requests = await site.deps.db.selectFrom('sign_up_requests').select('id').execute()
  const down = { ...site.deps, mail: { send: () => Promise.reject(new Error('connection refused')) } }

  const send = getJob(down, 'send-sign-up-email')
  await expect(send({ requestId: requests[0]?.id })).rejects.toThrow('connection refused')
  expect(await site.emailsTo(noah.email)).toHaveLength(1)
  expect(await site.deps.db.selectFrom('sign_up_requests').select('id').execute()).toEqual([])
})

it('sends nothing when a delivered sign-up email is sent again, and both links work after a kill between the two', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const noah = aSignUp()
  await signUp(site, noah.email, noah.password)
  const [request] = await site.deps.db.selectFrom('sign_up_requests').selectAll().execute()
  if (request === undefined) throw new Error('The sign-up stored no request')
  await site.emailsTo(noah.email)

  const send = getJob(site.deps, 'send-sign-up-email')
  await send({ requestId: request.id })
  expect(await site.emailsTo(noah.email)).toHaveLength(1)

  // Restores the state that a process leaves if it is killed after the mail server accepted the email and before the
  // request is deleted.
  await site.deps.db.insertInto('sign_up_requests').values(request).execute()
  await send({ requestId: request.id })
  const links = (await site.emailsTo(noah.email)).map(findLinkInEmail)
  expect(new Set(links).size).toBe(2)
  for (const link of links) expect((await site.browser().open(link)).status).toBe(200)
})

it('enqueues the notice about a changed password only when the change is committed', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await requestReset(site, mia.email)
  const token = new URL(findLinkInEmail((await site.emailsTo(mia.email))[0])).searchParams.get('token') ?? ''
  const deps = {
    ...site.deps,
    throttle: createLoggedThrottle(site.deps, 'secret'),
    knownDevices: createKnownDevices(['secret']),
    passwordMinLength: 6,
    accessRevocations,
  }
  const request = { address: '203.0.113.1', network: '203.0.113.1', requestId: 'r', deviceCookie: undefined, userAgent: '' }
  const reset = { token, password: 'badgers dig at dusk', request }

  await site.asOwner(async (owner) => {
    await owner.query('alter function enqueue_job rename to unavailable')
    await expect(resetPassword(deps, reset)).rejects.toThrow()
    await owner.query('alter function unavailable rename to enqueue_job')
  })
  expect((await site.browser().open(`/auth/reset?token=${token}`)).status).toBe(200)
  expect(await resetPassword(deps, reset)).toEqual({ kind: 'changed', ended: [] })
  expect(await listQueuedEmailJobs(site)).toEqual([{ task: 'send-password-changed-email', fields: ['userId'] }])
})

it("never sends the name from a form, which may be an attacker's text", async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 1 })
  const mia = await site.signUp({ full_name: 'Call Eve Today' })
  await signUp(site, mia.email)
  await signUp(site, 'noah@example.com')
  await requestReset(site, mia.email)
  const browser = site.browser()
  await browser.submit(await browser.open(findLinkInEmail((await site.emailsTo(mia.email)).at(-1))), { password: 'badgers dig at dusk' })

  const emails = [...(await site.emailsTo(mia.email)), ...(await site.emailsTo('noah@example.com'))]
  expect(emails.map(({ subject }) => subject)).toEqual([
    'You already have a Linkshelf account',
    'Reset your Linkshelf password',
    'Your Linkshelf password was changed',
    'Confirm your Linkshelf account',
  ])
  for (const { subject, text, html } of emails) expect([subject, text, html].join()).not.toMatch(/Eve|Noah Reed/)
})

it('emails one address at most four times an hour', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (let requests = 0; requests < 6; requests += 1) await requestReset(site, mia.email.toUpperCase())
  expect(await site.emailsTo(mia.email)).toHaveLength(4)
  site.clock.forward(2 * 60 * 60_000)
  await requestReset(site, mia.email)
  expect(await site.emailsTo(mia.email)).toHaveLength(5)
})

it('sends a reset email for a known device although other devices used up the hourly limit', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  for (let requests = 0; requests < 5; requests += 1) await requestReset(site, mia.email)
  expect(await site.emailsTo(mia.email)).toHaveLength(4)
  for (let requests = 0; requests < 5; requests += 1) await requestReset(site, mia.email, mia.browser)
  expect(await site.emailsTo(mia.email)).toHaveLength(8)
})

async function requestReset(site: TestIdentity, email: string, browser = site.browser()): Promise<void> {
  await submit(site, '/auth/forgot', { email }, browser)
}

async function signUp(site: TestIdentity, email: string, password = 'otters like cold water'): Promise<void> {
  await submit(site, '/auth/signup', { full_name: 'Noah Reed', email, password })
}

async function submit(site: TestIdentity, action: string, fields: Record<string, string>, browser = site.browser()): Promise<void> {
  const page = { url: new URL(site.app), status: 200, headers: new Headers(), html: `<form action="${action}">` }
  expect((await browser.submit(page, fields)).status).toBe(200)
}
