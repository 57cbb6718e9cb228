import { isRecurring, type PackageName, type PaymentPeriod } from '@linkshelf/contract'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { anOrganization, type OwnedOrganization } from '../../../test/builders/builders.ts'
import { runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openStripeServer, type StripeServer, testWebhookSecret } from '../../../test/stripe/open-stripe-server.ts'
import type { StripeEvent } from '../../../test/stripe/stripe-account.ts'
import { openJobs } from '../../jobs.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import type { Billing } from '../billing.ts'
import { reconcileSubscriptions, syncCustomer } from '../subscription-jobs.ts'
import { startCheckout } from './checkouts.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { createStripeWebhook, stripeWebhookPath } from './webhook.ts'

interface Delivery {
  body: string
  signature: string
}

function createWebhook(deps: TestDeps, billing: Billing): (delivery: Delivery) => Promise<number> {
  const app = new Hono().post(stripeWebhookPath, createStripeWebhook({ ...deps, billing }))
  return async ({ body, signature }) =>
    (await app.request(stripeWebhookPath, { method: 'POST', body, headers: { 'stripe-signature': signature } })).status
}

function createDelivery(
  { billing: { stripe } }: StripeServer,
  event: object,
  changes: { secret?: string; timestamp?: number } = {},
): Delivery {
  const body = JSON.stringify({ object: 'event', ...event })
  return { body, signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret: testWebhookSecret, ...changes }) }
}

function countJobs(deps: TestDeps): Promise<number> {
  return runAsOwner(
    deps,
    async (client) => (await client.query("select from graphile_worker.jobs where task_identifier = 'sync-subscription'")).rows.length,
  )
}

const anEvent = { id: 'evt_1', type: 'customer.subscription.updated', data: { object: { object: 'subscription', customer: 'cus_1' } } }

it('accepts a delivery that Stripe signed with either of two secrets, and handles it once', async () => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  const deliver = createWebhook(deps, server.billing)

  const statuses = await Promise.all([
    deliver(createDelivery(server, anEvent)),
    deliver(createDelivery(server, anEvent)),
    deliver(createDelivery(server, anEvent, { secret: 'whsec_new' })),
  ])
  expect(statuses).toEqual([200, 200, 200])
  expect(await countJobs(deps)).toBe(1)

  await runAsOwner(deps, (client) => client.query('delete from graphile_worker._private_jobs'))
  expect(await deliver(createDelivery(server, anEvent))).toBe(200)
  expect(await countJobs(deps)).toBe(0)
  expect(await deliver(createDelivery(server, { ...anEvent, id: 'evt_2' }))).toBe(200)
  expect(await countJobs(deps)).toBe(1)
})

it.each<[string, (server: StripeServer) => Delivery]>([
  ['another secret', (server) => createDelivery(server, anEvent, { secret: 'whsec_wrong' })],
  [
    'a byte changed',
    (server) => ({ ...createDelivery(server, anEvent), body: JSON.stringify({ object: 'event', ...anEvent }).replace('cus_1', 'cus_2') }),
  ],
  ['its end cut off', (server) => ({ ...createDelivery(server, anEvent), body: createDelivery(server, anEvent).body.slice(0, -9) })],
  ['a signature that is six minutes old', (server) => createDelivery(server, anEvent, { timestamp: Math.floor(Date.now() / 1_000) - 360 })],
  ['no signature', (server) => ({ ...createDelivery(server, anEvent), signature: '' })],
  ['a signature of nothing', (server) => ({ ...createDelivery(server, anEvent), signature: 't=,v1=' })],
])('rejects a delivery with %s, and stores nothing', async (_what, make) => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()

  expect(await createWebhook(deps, server.billing)(make(server))).toBe(400)

  expect(await deps.db.selectFrom('stripe_events').select('id').execute()).toEqual([])
  expect(await countJobs(deps)).toBe(0)
})

it.each([
  ['null', 'null'],
  ['a number', '5'],
  ['a list', '[]'],
  ['an object without fields', '{}'],
  ['an event without an id', '{"object":"event","type":"invoice.paid","data":{"object":{"object":"invoice","customer":"cus_1"}}}'],
  ['an event without an object', '{"object":"event","id":"evt_1","type":"invoice.paid","data":{}}'],
  [
    'a customer that is a number',
    '{"object":"event","id":"evt_1","type":"invoice.paid","data":{"object":{"object":"invoice","customer":5}}}',
  ],
  ['a customer without an id', '{"object":"event","id":"evt_1","type":"customer.created","data":{"object":{"object":"customer"}}}'],
  ['a dispute without a charge', '{"object":"event","id":"evt_1","type":"charge.dispute.created","data":{"object":{"object":"dispute"}}}'],
  ['NUL in its id', '{"object":"event","id":"evt\\u0000","type":"invoice.paid","data":{"object":{"object":"invoice","customer":"cus_1"}}}'],
])('rejects a signed delivery that is no event: %s', async (_what, body) => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  const signature = server.billing.stripe.webhooks.generateTestHeaderString({ payload: body, secret: testWebhookSecret })

  expect(await createWebhook(deps, server.billing)({ body, signature })).toBe(400)

  expect(await deps.db.selectFrom('stripe_events').select('id').execute()).toEqual([])
  expect(await countJobs(deps)).toBe(0)
})

it('syncs the customer of a dispute, which names only the charge', async () => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  const { account, billing } = server
  const owned = await anOrganization(deps)
  const plan = { package: 'Lifetime', period: 'monthly' } as const
  const { url = '' } = await startCheckout({ ...deps, billing }, owned.ctx, plan)
  const checkoutId = url.split('/').at(-1) ?? ''
  account.pay(checkoutId)
  account.dispute(checkoutId)

  expect(await createWebhook(deps, billing)(createDelivery(server, account.events.at(-1) ?? {}))).toBe(200)

  const customerId = account.checkouts.get(checkoutId)?.customer
  expect(await deps.db.selectFrom('stripe_events').select(['type']).execute()).toEqual([{ type: 'charge.dispute.created' }])
  expect(await runAsOwner(deps, async (client) => (await client.query('select key from graphile_worker.jobs')).rows)).toContainEqual({
    key: `sync-subscription:${customerId}`,
  })
})

it('does not end Lifetime when the end of the earlier subscription is delivered late', async () => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  await using jobsDb = openPostgres(deps.accounts.jobs, { size: 1 })
  const { account, billing } = server
  const owned = await anOrganization(deps)
  const customerId = await ensureCustomer({ billing }, owned.ctx, { name: undefined })
  const subscription = account.subscribe(customerId, account.priceOf('Pro', 'yearly'))
  await syncCustomer({ ...deps, db: jobsDb, billing }, { customerId })
  account.endSubscription(subscription)
  const late = account.events.at(-1) ?? {}
  const { url = '' } = await startCheckout({ ...deps, billing }, owned.ctx, { package: 'Lifetime', period: 'monthly' })
  account.pay(url.split('/').at(-1) ?? '')
  const granted = await anOrganization(deps, { settings: ['package=Lifetime'] })
  const grantedCustomer = await ensureCustomer({ billing }, granted.ctx, { name: undefined })
  account.endSubscription(account.subscribe(grantedCustomer, account.priceOf('Pro', 'yearly')))

  for (const event of [late, late, account.events.at(-1) ?? {}])
    expect(await createWebhook(deps, billing)(createDelivery(server, event))).toBe(200)
  for (const id of [customerId, grantedCustomer]) await syncCustomer({ ...deps, db: jobsDb, billing }, { customerId: id })

  const lifetime = { package: 'Lifetime', payment_period: null }
  expect(await listPackages(deps, [{ owned }, { owned: granted }])).toEqual([lifetime, lifetime])
})

it('rejects a delivery that is cut off', async () => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  const app = new Hono().post(stripeWebhookPath, createStripeWebhook({ ...deps, billing: server.billing }))
  const body = new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) })
  expect((await app.request(stripeWebhookPath, { method: 'POST', body, duplex: 'half' } as RequestInit)).status).toBe(400)
})

it('accepts events without a customer, and has no webhook without Stripe', async () => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  const delivery = createDelivery(server, { id: 'evt_1', type: 'price.created', data: { object: { object: 'price' } } })

  expect(await createWebhook(deps, server.billing)(delivery)).toBe(200)
  expect(await createWebhook(deps, { provider: 'manual' })(delivery)).toBe(404)
  expect(await countJobs(deps)).toBe(0)
})

/** Returns a function that returns a number below `limit`. Equal seeds give equal sequences (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

interface Customer {
  owned: OwnedOrganization
  id: string
  expected: { package: PackageName; payment_period: PaymentPeriod | null }
}

const choices: [PackageName, PaymentPeriod][] = (['Starter', 'Pro', 'Business'] as const).flatMap(
  (name): [PackageName, PaymentPeriod][] => [
    [name, 'monthly'],
    [name, 'yearly'],
  ],
)

/** Changes something about a customer at Stripe, and updates the expected plan. */
function change(server: StripeServer, customer: Customer, random: (limit: number) => number): void {
  const { account } = server
  const [name, period] = choices[random(choices.length)] ?? ['Pro', 'monthly']
  const price = account.priceOf(name, period)
  const plan = { package: name, payment_period: isRecurring(name) ? period : null }
  const isSubscribed = customer.expected.package !== 'Free'
  if (!isSubscribed) {
    account.subscribe(customer.id, price)
    customer.expected = plan
    return
  }
  const subscription = account.liveOf(customer.id)
  const what = random(5)
  if (what === 0) {
    account.endSubscription(subscription)
    customer.expected = { package: 'Free', payment_period: null }
  } else if (what === 1) account.failRenewal(customer.id)
  else if (what === 2) account.payRenewal(customer.id)
  else {
    const [item] = subscription.items.data
    if (item !== undefined) item.price = price
    account.emit('customer.subscription.updated', subscription)
    customer.expected = plan
  }
}

function listPackages(deps: TestDeps, customers: readonly Pick<Customer, 'owned'>[]) {
  return Promise.all(
    customers.map(({ owned }) =>
      withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
        tx.selectFrom('organizations').select(['package', 'payment_period']).executeTakeFirst(),
      ),
    ),
  )
}

it('ends in the right plans after two thousand deliveries that are shuffled, doubled, cut and lost, while plans change', async () => {
  await using deps = await openTestDeps()
  await using server = await openStripeServer()
  const deliver = createWebhook(deps, server.billing)
  const random = createRandom(20_260_115)
  const customers: Customer[] = []
  for (let made = 0; made < 12; made += 1) {
    const owned = await anOrganization(deps)
    customers.push({
      owned,
      id: await ensureCustomer(server, owned.ctx, { name: undefined }),
      expected: { package: 'Free', payment_period: null },
    })
  }
  const { account, billing } = server
  const jobDeps = { ...deps, db: openPostgres(deps.accounts.jobs, { size: 4 }) }
  const jobs = await openJobs({
    deps: jobDeps,
    databaseUrl: deps.accounts.jobs,
    operatorEmail: undefined,
    clickRetentionMonths: 13,
    newDomainsPerThreeHours: 10,
    billing,
  })
  const statuses = { 200: 0, 400: 0 }
  const arrived = new Set<string>()
  const pool: StripeEvent[] = []
  let taken = 0

  while (statuses[200] + statuses[400] < 2_000) {
    for (let step = 0; step < 25; step += 1) change(server, customers[random(customers.length)] as Customer, random)
    // Each new event arrives up to three times, and one in fifteen never arrives.
    for (const event of account.events.slice(taken))
      for (let copy = random(15) === 0 ? 0 : 1 + random(3); copy > 0; copy -= 1) pool.push(event)
    taken = account.events.length
    const left = 2_000 - statuses[200] - statuses[400]
    const deliveries = Array.from({ length: Math.min(40, left, pool.length) }, () => pool.splice(random(pool.length), 1)[0] as StripeEvent)
    await Promise.all(
      deliveries.map(async (event) => {
        const { body, signature } = createDelivery(server, event)
        const isCut = random(10) === 0
        const status = await deliver({ body: isCut ? body.slice(0, random(body.length)) : body, signature })
        expect(status).toBe(isCut ? 400 : 200)
        statuses[status as 200 | 400] += 1
        if (!isCut) arrived.add(event.id)
      }),
    )
  }
  await expect.poll(() => countDueSyncs(deps), { interval: 100 }).toBe(0)
  await reconcileSubscriptions(jobDeps)
  await expect.poll(() => countDueSyncs(deps), { interval: 100 }).toBe(0)
  await jobs.close()
  await jobDeps.db.destroy()

  expect(await listPackages(deps, customers)).toEqual(customers.map(({ expected }) => expected))
  expect(statuses[200] + statuses[400]).toBe(2_000)
  expect(statuses[400]).toBeGreaterThan(100)
  expect((await deps.db.selectFrom('stripe_events').select('id').execute()).map(({ id }) => id).sort()).toEqual([...arrived].sort())
})

/**
 * Counts the sync jobs that are due. Jobs that wait for the end of a grace period or for another attempt are not
 * counted.
 */
function countDueSyncs(deps: TestDeps): Promise<number> {
  return runAsOwner(
    deps,
    async (client) =>
      (
        await client.query(
          "select from graphile_worker.jobs where task_identifier = 'sync-subscription' and (run_at <= now() or locked_at is not null)",
        )
      ).rows.length,
  )
}
