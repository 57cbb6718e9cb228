import type { NotificationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aUser } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { UserContext } from '../../access/index.ts'
import { toBlockList } from '../../platform/http/client-address.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getNotificationSettings } from '../notification-settings.ts'
import { createUnsubscribePages } from './unsubscribe-pages.ts'
import { createUnsubscribeUrl } from './unsubscribe-token.ts'

async function request(deps: TestDeps, method: string, url: string): Promise<{ status: number; page: string }> {
  const pages = createUnsubscribePages(deps, toBlockList([]))
  const path = new URL(url).pathname.replace('/unsubscribe', '')
  const body = method === 'POST' ? new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) : null
  const response = await pages.request(path, { method, body }, { incoming: { socket: { remoteAddress: '203.0.113.7' } } })
  return { status: response.status, page: await response.text() }
}

const isNotificationOn = async (ctx: UserContext, notification: NotificationId) =>
  (await getNotificationSettings(ctx)).preferences.find(({ id }) => id === notification)?.enabled

const selectAuditEntries = (deps: TestDeps, { actor }: UserContext) =>
  withScope(deps.db, { userId: actor.userId }, (tx) => tx.selectFrom('audit_log').select(['action', 'after', 'address']).execute())

it('shows a page with a button and changes nothing if a link is opened or scanned', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const url = await createUnsubscribeUrl(deps, { userId: mia.actor.userId, notification: 'link_click' })
  for (const method of ['GET', 'HEAD', 'GET']) expect((await request(deps, method, url)).status).toBe(200)
  const { page } = await request(deps, 'GET', url)

  expect(page).toContain('<form method="post">')
  expect(page).toContain('Click summary')
  expect(page).not.toMatch(/<script|people\.test/)
  expect(await isNotificationOn(mia, 'link_click')).toBe(true)
})

it('switches a notification off with one POST without sign-in, and writes one audit entry', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const url = await createUnsubscribeUrl(deps, { userId: mia.actor.userId, notification: 'link_click' })
  for (const _ of [1, 2]) {
    const { status, page } = await request(deps, 'POST', url)
    expect([status, page]).toEqual([200, expect.stringContaining('You are unsubscribed')])
  }

  expect([await isNotificationOn(mia, 'link_click'), await isNotificationOn(mia, 'link_broken')]).toEqual([false, true])
  expect(await selectAuditEntries(deps, mia)).toEqual([
    { action: 'notifications.unsubscribe', after: { link_click: false }, address: '203.0.113.7' },
  ])
})

it('rejects a token that it did not sign', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aUser(deps), await aUser(deps)]
  const { userId } = mia.actor
  const url = await createUnsubscribeUrl(deps, { userId, notification: 'link_click' })
  const forged = [
    url.slice(0, -1),
    `${url}A`,
    url.replace('link_click', 'link_broken'),
    url.replace(userId, noah.actor.userId),
    url.replace(/\.[^.]+$/, '.'),
    url.replace(/[^.]+$/, 'A'.repeat(43)),
    `http://app.test/unsubscribe/${userId}`,
    'http://app.test/unsubscribe/%00',
  ]
  for (const one of forged)
    for (const method of ['GET', 'POST']) expect([one, (await request(deps, method, one)).status]).toEqual([one, 404])

  for (const user of [mia, noah]) expect(await selectAuditEntries(deps, user)).toEqual([])
})

it('does nothing for a deleted user', async () => {
  await using deps = await openTestDeps()
  const url = await createUnsubscribeUrl(deps, { userId: deps.ids.next(), notification: 'marketing' })
  expect((await request(deps, 'POST', url)).status).toBe(200)
})
