import { type NotificationId, notificationIds, notificationSettingsUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aUser } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { createRequestContext, type UserContext } from '../access/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts'

const listEnabled = async (ctx: UserContext) =>
  (await getNotificationSettings(ctx)).preferences.filter(({ enabled }) => enabled).map(({ id }) => id)

const anUpdate = (preferences: Partial<Record<NotificationId, boolean>>, time_zone = 'Europe/Berlin') => ({
  time_zone,
  preferences: Object.entries(preferences).map(([id, enabled]) => ({ id: id as NotificationId, enabled })),
})

it('switches on link_click, link_broken and new_conversion by default, and has no default time zone', async () => {
  await using deps = await openTestDeps()
  const settings = await getNotificationSettings(await aUser(deps))

  expect(settings.time_zone).toBeNull()
  expect(settings.preferences.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['link_click', true],
    ['link_broken', true],
    ['new_conversion', true],
    ['product_change', false],
    ['marketing', false],
  ])
  for (const { name, description } of settings.preferences) expect([name, description]).toEqual([expect.any(String), expect.any(String)])
})

it('stores the choices of one user, with one audit entry, and does not change omitted notifications', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aUser(deps), await aUser(deps)]
  await updateNotificationSettings(mia, anUpdate({ link_click: false, marketing: true }))
  const saved = await updateNotificationSettings(mia, anUpdate({ link_broken: false }, 'Asia/Kathmandu'))

  expect(saved.time_zone).toBe('Asia/Kathmandu')
  expect(await listEnabled(mia)).toEqual(['new_conversion', 'marketing'])
  expect(await listEnabled(noah)).toEqual(['link_click', 'link_broken', 'new_conversion'])
  const entries = await withScope(deps.db, { userId: mia.actor.userId }, (tx) => tx.selectFrom('audit_log').selectAll().execute())
  expect(entries).toMatchObject([
    {
      action: 'notifications.update',
      before: { time_zone: null, link_click: true },
      after: { time_zone: 'Europe/Berlin', link_click: false },
    },
    { action: 'notifications.update', before: { link_broken: true }, after: { time_zone: 'Asia/Kathmandu', link_broken: false } },
  ])
})

it("stores both changes if a user's first two changes run at once", async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  await Promise.all(
    notificationIds.flatMap((id) => [
      updateNotificationSettings(mia, anUpdate({ [id]: true })),
      updateNotificationSettings(mia, anUpdate({ [id]: true })),
    ]),
  )
  expect(await listEnabled(mia)).toEqual(notificationIds)
})

it('fails with SIGN_IN_REQUIRED if the account was deleted', async () => {
  await using deps = await openTestDeps()
  const deleted = createRequestContext(deps, { actor: { kind: 'user', userId: deps.ids.next() }, source: 'api' })
  await expect(updateNotificationSettings(deleted, anUpdate({ marketing: true }))).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})

it.each([
  [{ time_zone: 'Mars/Base', preferences: [] }, 'Choose a time zone'],
  [{ time_zone: '+05:45', preferences: [] }, 'Choose a time zone'],
  [{ time_zone: 'UTC', preferences: [{ id: 'weather', enabled: true }] }, 'Send each notification exactly once'],
  [{ time_zone: 'UTC', preferences: [{ id: 'marketing', enabled: 'yes' }] }, 'Send each notification exactly once'],
  [
    { time_zone: 'UTC', preferences: [true, false].map((enabled) => ({ id: 'marketing', enabled })) },
    'Send each notification exactly once',
  ],
])('rejects %j', (update, message) => {
  expect(notificationSettingsUpdate.safeParse(update).error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('accepts over HTTP the preferences that it returns, without names and descriptions', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const call = createApiCaller(deps)
  const path = '/v1/me/notifications'
  const { preferences } = (await (await call(mia, { method: 'GET', path })).json()) as Awaited<ReturnType<typeof getNotificationSettings>>
  const body = { time_zone: 'UTC', preferences: preferences.map(({ id }) => ({ id, enabled: false })) }

  for (const status of [200, 200]) expect((await call(mia, { method: 'PUT', path, body })).status).toBe(status)
  expect(await listEnabled(mia)).toEqual([])
})
