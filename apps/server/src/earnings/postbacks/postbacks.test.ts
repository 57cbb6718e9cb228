import { analyticsQuery, type ReceivedPostback } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aLink, aMember, anOrganization, aProject, toApiKeyContext } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { aRunningApi } from '../../../test/running-api.ts'
import { type ProjectContext, read, type UserContext } from '../../access/index.ts'
import { matchEarnings } from '../matching/match-earnings.ts'
import { getEarnings } from '../reading/get-earnings.ts'
import { parsePostback } from './parse-postback.ts'
import { createPostbackAddress, deletePostbackAddress, getPostbackAddress } from './postback-address.ts'

async function createPostbackPath(deps: TestDeps, ctx: ProjectContext): Promise<string> {
  const { url } = await createPostbackAddress(deps, ctx)
  return new URL(url ?? '').pathname
}

/** Returns the project's current transactions. */
async function listRecorded(ctx: ProjectContext): Promise<object[]> {
  const { rows } = await read(ctx, (tx) =>
    sql<object>`select status, currency, amount, reversed_amount, sub_id from earnings where is_current order by transaction_key`.execute(
      tx,
    ),
  )
  return rows
}

it('records a sale, replaces its status, and replaces its amount if an amount is sent', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const path = await createPostbackPath(deps, ctx)
  const call = createApiCaller(deps)
  const send = async (query: string) => {
    const response = await call(undefined, { method: 'GET', path: `${path}?${query}` })
    expect(response.status).toBe(200)
    return (await response.json()) as ReceivedPostback
  }
  expect(await send('subid=click-1&status=lead&payout=1.25&currency=usd&tid=A1')).toEqual({
    transaction_id: 'A1',
    status: 'pending',
    currency: 'USD',
    amount: 125,
  })
  await send('subid=click-1&status=lead&payout=1.25&currency=usd&tid=A1')
  expect(await listRecorded(ctx)).toEqual([{ status: 'pending', currency: 'USD', amount: 125, reversed_amount: 0, sub_id: 'click-1' }])
  await send('status=sale&revenue=1.50&currency=USD&transaction_id=A1')
  expect(await listRecorded(ctx)).toEqual([{ status: 'approved', currency: 'USD', amount: 150, reversed_amount: 0, sub_id: 'click-1' }])
  await send('status=rejected&tid=A1')
  expect(await listRecorded(ctx)).toEqual([{ status: 'reversed', currency: 'USD', amount: 0, reversed_amount: 150, sub_id: 'click-1' }])
  await send('status=approved&tid=A1')
  expect(await listRecorded(ctx)).toMatchObject([{ status: 'approved', amount: 150, reversed_amount: 0 }])
  expect((await getPostbackAddress(deps, ctx)).last_received_at).not.toBeNull()
})

it("does not change the sale's amount if none is sent, and reverses the whole amount if a rejection has the amount 0", async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const path = await createPostbackPath(deps, ctx)
  const send = async (query: string) => {
    expect((await createApiCaller(deps)(undefined, { method: 'GET', path: `${path}?tid=A1&${query}` })).status).toBe(200)
    const { totals } = await getEarnings(deps, { ...ctx, now: new Date() }, analyticsQuery.parse({}))
    return totals.map(({ earned, reversed, sales }) => ({ earned, reversed, sales }))
  }
  expect(await send('status=pending&amount=1.25&sale_amount=20&currency=EUR')).toEqual([{ earned: 125, reversed: 0, sales: 2_000 }])
  expect(await send('status=approved')).toEqual([{ earned: 125, reversed: 0, sales: 2_000 }])
  expect(await send('status=approved&amount=1.50&currency=EUR')).toEqual([{ earned: 150, reversed: 0, sales: 2_000 }])
  expect(await send('status=rejected&amount=0&currency=EUR')).toEqual([{ earned: 0, reversed: 150, sales: 0 }])
  expect(await send('status=rejected')).toEqual([{ earned: 0, reversed: 150, sales: 0 }])
  expect(await send('status=approved')).toEqual([{ earned: 150, reversed: 0, sales: 2_000 }])
  expect(await send('status=approved&amount=2&currency=USD')).toEqual([{ earned: 200, reversed: 0, sales: 0 }])
})

it('joins a sale to its click, and stores a sale with an unknown click as unassigned', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const path = await createPostbackPath(deps, ctx)
  const link = await aLink(deps, ctx)
  const id = deps.ids.next()
  await recordClicks(deps, ctx, [{ id, at: Date.now(), linkId: link.url_id }])
  for (const [click, tid] of [
    [id, 'A1'],
    ['unknown', 'A2'],
  ] as const)
    await createApiCaller(deps)(undefined, { method: 'GET', path: `${path}?clickid=${click}&amount=1&currency=EUR&tid=${tid}` })
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
  const { totals } = await getEarnings(deps, { ...ctx, now: new Date() }, analyticsQuery.parse({}))
  expect(totals).toMatchObject([{ currency: 'EUR', earned: 200, by_click: 100, unassigned: 100 }])
})

it('records a transaction once if it is reported several times at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const path = await createPostbackPath(deps, ctx)
  const call = createApiCaller(deps)
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => call(undefined, { method: 'GET', path: `${path}?tid=A1&amount=1&currency=EUR` })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await listRecorded(ctx)).toHaveLength(1)
})

it('accepts forms and JSON over HTTP, in the body and the query', async () => {
  await using api = await aRunningApi({})
  const ctx = await aProject(api.deps)
  const path = await createPostbackPath(api.deps, ctx)
  const post = (query: string, body: string, type: string) =>
    fetch(`${api.url}${path}${query}`, { method: 'POST', body, headers: { 'content-type': type } })
  const responses = [
    await post('?currency=EUR', 'tid=A1&payout=2.50&status=approved', 'application/x-www-form-urlencoded'),
    await post('', '{"tid":"A2","amount":3,"currency":"JPY"}', 'application/json'),
    await post('', 'tid=A3', 'text/plain'),
    await fetch(`${api.url}${path}?tid=A4&amount=1.5&currency=KWD`, { method: 'POST' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 415, 200])
  expect(await listRecorded(ctx)).toMatchObject([
    { currency: 'EUR', amount: 250 },
    { currency: 'JPY', amount: 3 },
    { currency: 'KWD', amount: 1_500 },
  ])
})

it('responds with 404 to a replaced, a removed and an unknown address, and limits requests', async () => {
  await using deps = await openTestDeps({ clock: { now: () => new Date('2026-03-20T12:00:00Z') } })
  const ctx = await aProject(deps)
  const call = createApiCaller(deps)
  const first = await createPostbackPath(deps, ctx)
  const second = await createPostbackPath(deps, ctx)
  const getStatus = async (path: string) => (await call(undefined, { method: 'GET', path: `${path}?tid=A1&amount=1&currency=EUR` })).status
  expect(await Promise.all([first, second, '/v1/public/postbacks/made-up'].map(getStatus))).toEqual([404, 200, 404])
  await deletePostbackAddress(ctx)
  expect(await getStatus(second)).toBe(404)
  expect(await getPostbackAddress(deps, ctx)).toMatchObject({ url: null })

  const path = await createPostbackPath(deps, ctx)
  const statuses = new Set<number>()
  // The limit is 600. Requests are sent in batches, because a busy machine rejects 600 requests at once with 503.
  for (let sent = 0; sent < 650; sent += 50)
    for (const { status } of await Promise.all(Array.from({ length: 50 }, () => call(undefined, { method: 'GET', path }))))
      statuses.add(status)
  expect(statuses).toEqual(new Set([400, 429]))
})

it('shows a viewer and a read-only key that there is an address, but not its secret', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const organizationId = ctx.organization.id
  const readers = {
    viewer: await aMember(deps, owned, { role: 'viewer' }),
    readOnly: toApiKeyContext(owned.user, { organizationId, isReadOnly: true }),
    member: await aMember(deps, owned),
    key: toApiKeyContext(owned.user, { organizationId }),
  }
  const path = `/v1/${organizationId}/projects/${ctx.project.id}/earnings/postback`
  const getAddressAs = async (user: Pick<UserContext, 'actor'>) => (await createApiCaller(deps)(user, { method: 'GET', path })).json()

  expect(await getAddressAs(readers.viewer)).toEqual({ exists: false, url: null, created_at: null, last_received_at: null })
  const { url, created_at } = await createPostbackAddress(deps, ctx)
  for (const user of [readers.viewer, readers.readOnly])
    expect(await getAddressAs(user)).toEqual({ exists: true, url: null, created_at, last_received_at: null })
  for (const user of [readers.member, readers.key]) expect(await getAddressAs(user)).toMatchObject({ exists: true, url })
})

it('writes one audit entry for each postback', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await createApiCaller(deps)(undefined, { method: 'GET', path: `${await createPostbackPath(deps, ctx)}?tid=A1&amount=1&currency=EUR` })
  const { rows } = await read(ctx, (tx) =>
    sql<object>`select actor_kind, actor_id, after ->> 'transaction_id' as id from audit_log where action = 'earnings.post_back'`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ actor_kind: 'system', actor_id: 'postback', id: 'A1' }])
})

const fields = { transactionId: 'A1', clickId: null, status: 'approved', event: null, network: null, productId: null }

it.each([
  [
    'Keitaro',
    { subid: 'c1', status: 'sale', revenue: '1.5', tid: 'A1', currency: 'USD' },
    { clickId: 'c1', money: { currency: 'USD', earned: 150, sale: undefined } },
  ],
  [
    'Taboola',
    { 'click-id': 'c1', name: 'purchase', revenue: '2', currency: 'EUR', orderid: 'A1' },
    { clickId: 'c1', event: 'purchase', money: { currency: 'EUR', earned: 200, sale: undefined } },
  ],
  ['Everflow', { oid: '1', affid: '2', sub1: 'c1', transaction_id: 'A1' }, { clickId: 'c1', money: undefined }],
  [
    'names in capitals, twice',
    { TID: ['A0', 'A1'], Amount: '1', Currency: 'jpy', Status: 'TRASH' },
    { status: 'reversed', money: { currency: 'JPY', earned: 1, sale: undefined } },
  ],
])('reads the postback of %s', (_network, sent, expected) => {
  expect(parsePostback(sent)).toEqual({ ...fields, ...expected })
})

it.each([
  ['1,25', 125],
  ['1.25', 125],
  ['0,5', 50],
  ['1,250', 125_000],
  ['1,250.50', 125_050],
  ['1.250,50', 125_050],
])('reads the amount %s as %i cents', (amount, earned) => {
  expect(parsePostback({ tid: 'A1', amount, sale_amount: amount, currency: 'EUR' })).toMatchObject({ money: { earned, sale: earned } })
})

it.each([
  [{}, 'transaction_id'],
  [{ tid: 'A1', status: 'maybe' }, 'status'],
  [{ tid: 'A1', amount: '1' }, 'currency'],
  [{ tid: 'A1', amount: 'much', currency: 'USD' }, 'amount'],
  [{ tid: 'A1', payout: '1', currency: 'XYZW' }, 'currency'],
  [{ tid: 'A1', amount: '1', sum: 'much', currency: 'USD' }, 'sum'],
])('explains why %j is invalid', (sent, path) => {
  expect(parsePostback(sent)).toMatchObject({ path, message: expect.any(String) })
})

it('uses the click and event as the transaction id if the network sends no transaction id', () => {
  expect(parsePostback({ subid: 'c1', event: 'sale', amount: '1', currency: 'USD' })).toMatchObject({ transactionId: 'c1 sale' })
})
