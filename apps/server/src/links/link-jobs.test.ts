import { expect, it } from 'vitest'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { answerWith, openShopServer } from '../../test/open-shop-server.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { getLink } from './get-link.ts'
import { forgetIdleHosts } from './health/check-due-links.ts'
import { requestLinkCheck } from './health/request-link-check.ts'
import { openLinkRequests } from './link-jobs.ts'

it('reads the page and the icon of a new link, and checks a destination on request, without waiting for a schedule', async () => {
  await using shop = await openShopServer({
    'https://shop.example/lamp': answerWith(200, '<title>Lamp</title>'),
    'https://shop.example/favicon.ico': answerWith(200, 'icon'),
  })
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const db = openPostgres(deps.accounts.jobs)
  const [fetchPage, fetchDestination] = [shop.fetch({ maxRedirects: 3 }), shop.fetch({ maxRedirects: 0 })]
  const requests = openLinkRequests(
    { ...deps, db, fetchPage, fetchDestination, fetchIcon: fetchPage },
    {
      linkChecks: { userAgent: 'TestCheck/1.0' },
      databaseUrl: deps.accounts.jobs,
      hostIntervalMs: 0,
      encodeIcon: async () => Buffer.from('png'),
      preparePicture: async () => undefined,
    },
  )

  const { url_id } = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const getFoundLink = () => getLink(deps, ctx, url_id)
  await expect.poll(getFoundLink).toMatchObject({ title: 'Lamp', pending: false, icon: expect.any(String) })
  const check = () => requestLinkCheck(deps, { ...ctx, now: new Date() }, url_id)
  await check()
  await expect.poll(getFoundLink).toMatchObject({ health: { status: 'ok', checking: false } })

  // The queue also looks for due checks when it begins to listen, but only then. So only the notification can start the
  // next check.
  await db
    .updateTable('link_checks')
    .set({ checked_at: new Date(0) })
    .execute()
  shop.pages['https://shop.example/lamp'] = answerWith(404)
  expect(await check()).toMatchObject({ health: { checking: true } })
  await expect.poll(getFoundLink).toMatchObject({ health: { status: 'failing', checking: false } })
  await requests.close()
  await db.destroy()
})

it('deletes hosts that were not requested for two days, unless their checks are paused', async () => {
  await using deps = await openTestDeps()
  const db = openPostgres(deps.accounts.jobs)
  const [now, hourMs] = [Date.now(), 3_600_000]
  const hosts = [
    { host: 'old.example', next_request_at: new Date(now - 49 * hourMs) },
    { host: 'recent.example', next_request_at: new Date(now - 47 * hourMs) },
    { host: 'paused.example', next_request_at: new Date(now - 49 * hourMs), next_check_at: new Date(now + hourMs) },
  ]
  for (const host of hosts)
    await db
      .insertInto('checked_hosts')
      .values(host as never)
      .execute()

  await forgetIdleHosts({ ...deps, db })

  const left = await db.selectFrom('checked_hosts').select('host').orderBy('host').execute()
  expect(left.map(({ host }) => host)).toEqual(['paused.example', 'recent.example'])
  await db.destroy()
})
