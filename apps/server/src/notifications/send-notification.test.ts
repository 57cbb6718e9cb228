import { expect, it } from 'vitest'
import { aUser } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { UserContext } from '../access/index.ts'
import { RecipientRejectedError } from '../platform/mail/mail.ts'
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts'
import { sendNotification } from './send-notification.ts'

const createRejectingMailer = (error: Error) => ({ mail: { send: () => Promise.reject(error) } })

function send(deps: TestDeps, { actor }: UserContext, replaced: Partial<TestDeps> = {}): Promise<void> {
  return sendNotification({ ...deps, ...replaced }, { userId: actor.userId, notification: 'link_broken' }, ({ unsubscribeUrl }) => ({
    kind: 'link_broken',
    details: [],
    subject: 'Broken',
    text: unsubscribeUrl,
    html: '',
  }))
}

it('stops sending after the mail server rejects the address permanently, until the user saves their preferences', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  await send(deps, mia, createRejectingMailer(new RecipientRejectedError('550 no such user')))
  await send(deps, mia)
  expect(deps.emails).toEqual([])
  const { email } = await deps.db.selectFrom('users').select('email').where('id', '=', mia.actor.userId).executeTakeFirstOrThrow()
  expect(await getNotificationSettings(mia)).toMatchObject({ undeliverable_email: email })

  await updateNotificationSettings(mia, { time_zone: 'UTC', preferences: [] })
  expect(await getNotificationSettings(mia)).toMatchObject({ undeliverable_email: null })
  await send(deps, mia)
  expect(deps.emails).toHaveLength(1)
})

it('fails if the mail server is down, so that the job is retried', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  await expect(send(deps, mia, createRejectingMailer(new Error('connection refused')))).rejects.toThrow('connection refused')
  await send(deps, mia)
  expect(deps.emails).toHaveLength(1)
})
