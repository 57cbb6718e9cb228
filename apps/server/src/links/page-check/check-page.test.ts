import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { runPageCheck } from '../../../test/outward-requests.ts'
import { createGuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { listen } from '../../platform/http/listen.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getLink } from '../get-link.ts'
import { updateLink } from '../write/update-link.ts'
import { createPageWorker } from './check-page.ts'

async function aShop(body: string, seen: string[] = []): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    seen.push(`${request.headers['user-agent']} ${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return { url: `http://127.0.0.1:${port}/lamp`, [Symbol.asyncDispose]: async () => void server.close() }
}

const permitted = createGuardedFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'] })
const guarded = createGuardedFetch({ userAgent: 'test' })

it("stores the page's title and ends the pending state", async () => {
  await using deps = await openTestDeps()
  await using shop = await aShop('<html><head><title> The&nbsp;lamp &amp; more </title></head>')
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: shop.url })

  await runPageCheck({ ...deps, fetchPage: permitted }, ctx, link.url_id)

  expect(await getLink(deps, ctx, link.url_id)).toMatchObject({ title: 'The lamp & more', pending: false })
})

it('does not fetch an internal address, and ends the pending state without a title', async () => {
  await using deps = await openTestDeps()
  const seen: string[] = []
  await using shop = await aShop('<title>secret</title>', seen)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: shop.url })

  await runPageCheck({ ...deps, fetchPage: guarded }, ctx, link.url_id)

  expect(await getLink(deps, ctx, link.url_id)).toMatchObject({ title: null, pending: false })
  expect(seen).toEqual([])
})

it('does not replace a title that the owner chose, and leaves a link pending if its destination was changed in the meantime', async () => {
  await using deps = await openTestDeps()
  await using shop = await aShop('<title>The shop</title>')
  const ctx = await aProject(deps)
  const named = await aLink(deps, ctx, { target: shop.url, title: 'My lamp' })
  const given = await aLink(deps, ctx, { target: shop.url, title: 'Their lamp' })
  await updateLink(deps, ctx, { linkId: given.url_id, update: { own_title: false } })
  const moved = await aLink(deps, ctx, { target: shop.url })
  const movingFetch: typeof permitted = async (url) => {
    await updateLink(deps, ctx, { linkId: moved.url_id, update: { target: 'https://elsewhere.example/' } })
    return permitted(url)
  }

  await runPageCheck({ ...deps, fetchPage: permitted }, ctx, named.url_id)
  await runPageCheck({ ...deps, fetchPage: permitted }, ctx, given.url_id)
  await runPageCheck({ ...deps, fetchPage: movingFetch }, ctx, moved.url_id)

  expect((await getLink(deps, ctx, named.url_id)).title).toBe('My lamp')
  expect((await getLink(deps, ctx, given.url_id)).title).toBe('The shop')
  expect(await getLink(deps, ctx, moved.url_id)).toMatchObject({ title: null, pending: true })
})

it('ends the pending state of a link whose page is given up, and keeps the known destinations', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url_id } = await aLink(deps, ctx, { target: 'https://shop.example/lamp', title: 'My lamp' })
  const [request] = await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx.selectFrom('outward_requests').selectAll().execute(),
  )
  if (request) await createPageWorker(deps).giveUp(request)

  expect(await getLink(deps, ctx, url_id)).toMatchObject({ title: 'My lamp', pending: false })
})
