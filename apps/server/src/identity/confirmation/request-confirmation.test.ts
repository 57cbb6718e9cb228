import { expect, it } from 'vitest'
import { aUser } from '../../../test/builders/builders.ts'
import { apiCaller } from '../../../test/call-api.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { linkInEmail, runEmailJobs } from '../../../test/open-test-identity.ts'

const again = { method: 'POST', path: '/v1/me/confirmation' }

it('sends the link again, another one each time, and at most four an hour', async () => {
  await using deps = await openTestDeps()
  deps.mail.reachesRecipients = true
  const mia = await aUser(deps, { email: 'mia@example.com', isEmailConfirmed: false })
  const call = apiCaller(deps)
  const responses = []
  for (let requests = 0; requests < 5; requests += 1) responses.push(await call(mia, again))

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(await responses[0]?.json()).toMatchObject({ email: 'mia@example.com', email_confirmed: false })
  expect(await responses[4]?.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^We sent you several emails already\. Try again in /),
  })
  await runEmailJobs(deps)
  expect(deps.emails.map(({ to, subject }) => ({ to, subject }))).toEqual(
    Array(4).fill({ to: 'mia@example.com', subject: 'Confirm your email address' }),
  )
  expect(new Set(deps.emails.map(linkInEmail)).size).toBe(4)
})

it('sends nothing to a confirmed address, also when it is confirmed before the job runs', async () => {
  await using deps = await openTestDeps()
  const call = apiCaller(deps)
  expect(await (await call(await aUser(deps), again)).json()).toMatchObject({ email_confirmed: true })
  const mia = await aUser(deps, { isEmailConfirmed: false })
  expect((await call(mia, again)).status).toBe(200)
  await deps.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
  await runEmailJobs(deps)
  expect(deps.emails).toEqual([])
})
