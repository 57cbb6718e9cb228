import type { Organization, Subscription } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { requestDeletion as requestAccountDeletion } from '../../../test/account-deletion.ts'
import { aMember, anOrganization, aUser, type OwnedOrganization } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { deleteOrganizationNow } from '../../../test/databases/delete-organization-now.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { openStripeServer, type StripeServer } from '../../../test/stripe/open-stripe-server.ts'
import { createCallHandler } from '../../api/api-calls.ts'
import { cancelAccountDeletion } from '../../identity/deletion/request-account-deletion.ts'
import { getProfile } from '../../identity/profile/profile.ts'
import { deleteUserRow, updateEmail } from '../../identity/tables/user-table.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { cancelDeletion, createOrganization, requestDeletion } from '../../organizations/organizations.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { changeManualPlan } from '../change-manual-plan.ts'
import { recordCommandPackage } from '../command-package.ts'
import { cancelCustomer, deleteOldTrials, reconcileSubscriptions, syncCustomer, syncCustomersOfUser } from '../subscription-jobs.ts'

const start = Date.UTC(2026, 0, 15, 12)
const dayMs = 24 * 60 * 60_000

type Options = Parameters<typeof openStripeServer>[0]

/**
 * Creates an organization and a Stripe server that share a clock. Every call syncs with Stripe first, like the job
 * after an event.
 */
async function aWorld(options: Options = {}) {
  let nowMs = start
  const now = () => new Date(nowMs)
  const deps = await openTestDeps({ clock: { now } })
  const server = await openStripeServer({ now, ...options })
  const owned = await anOrganization(deps)
  const jobsDb = openPostgres(deps.accounts.jobs, { size: 2 })
  const jobDeps = { ...deps, db: jobsDb, billing: server.billing }
  return {
    deps,
    server,
    account: server.account,
    owned,
    jobDeps,
    ...createCaller(deps, server, owned),
    pass: (days: number) => {
      nowMs += days * dayMs
    },
    /** Does the work of the job after an event. */
    sync: async () => {
      for (const customerId of server.account.customers.keys()) await syncCustomer(jobDeps, { customerId })
    },
    async [Symbol.asyncDispose]() {
      await jobsDb.destroy()
      await server[Symbol.asyncDispose]()
      await deps[Symbol.asyncDispose]()
    },
  }
}

type World = Awaited<ReturnType<typeof aWorld>>

function createCaller(deps: TestDeps, { billing }: StripeServer, { user, organization }: OwnedOrganization) {
  const call = createApiCaller(deps, createCallHandler(deps, { billing }))
  const path = `/v1/${organization.id}/subscription`
  const send = async (method: string, action = '', body?: object) => {
    const response = await call(user, { method, path: `${path}${action}`, body })
    return { status: response.status, body: (await response.json()) as Subscription & { message: string; url?: string; code?: string } }
  }
  return {
    send,
    change: (planTitle: string, period = 'monthly') => send('POST', '/change', { planTitle, period }),
    get: async () => (await send('GET')).body,
    organization: async () => {
      const list = (await (await call(user, { method: 'GET', path: '/v1/organizations' })).json()) as Organization[]
      return list.find(({ id }) => id === organization.id)
    },
  }
}

function idIn(url: string | undefined): string {
  return url?.split('/').at(-1) ?? ''
}

/** Chooses a plan, pays it on Stripe's page, and runs the job after the event. Returns the id of the checkout. */
async function subscribe(world: World, planTitle = 'Pro', period = 'monthly'): Promise<string> {
  const { body } = await world.change(planTitle, period)
  const checkoutId = idIn(body.url)
  world.account.pay(checkoutId)
  await world.sync()
  return checkoutId
}

function getCustomerId({ account }: World): string {
  return [...account.customers.keys()][0] ?? ''
}

it('leads to a payment page, and changes the plan once it is paid', async () => {
  await using world = await aWorld()

  const chosen = await world.change('Pro', 'yearly')

  expect(chosen.body.url).toMatch(/^https:\/\/checkout\.stripe\.test\/cs_/)
  expect((await world.get()).planTitle).toBe('Free')
  expect(world.account.checkouts.get(idIn(chosen.body.url))).toMatchObject({
    mode: 'subscription',
    metadata: { linkshelf_organization: world.owned.organization.id, linkshelf_package: 'Pro' },
    price: { lookup_key: 'linkshelf_pro_yearly' },
  })

  world.account.pay(idIn(chosen.body.url))
  await world.sync()

  expect(await world.get()).toMatchObject({
    planTitle: 'Pro',
    interval: 'year',
    status: 'active',
    currentPeriodEnd: new Date(start + 365 * dayMs).toISOString(),
    provider: 'stripe',
    hasPortal: true,
  })
  expect(await world.organization()).toMatchObject({ package: 'Pro', payment_period: 'yearly', full_analytics_enabled: true })
})

it('creates one customer and one checkout for concurrent clicks', async () => {
  await using world = await aWorld()

  const answers = await Promise.all(Array.from({ length: 8 }, () => world.change('Pro')))

  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
  expect([world.account.customers.size, world.account.checkouts.size]).toEqual([1, 1])
})

it("subscribes with a name for the bill, which Stripe's customer gets", async () => {
  await using world = await aWorld()

  const { body } = await world.send('POST', '', { name: 'Mia Reed Ltd', package: 'Starter', payment_period: 'monthly' })

  expect(body).toMatchObject({ name: 'Mia Reed Ltd', planTitle: 'Free', url: expect.stringContaining('https://checkout.stripe.test/') })
  expect([...world.account.customers.values()]).toMatchObject([{ name: 'Mia Reed Ltd' }])
})

it('changes a subscription in place, and writes one audit entry as its owner', async () => {
  await using world = await aWorld()
  await subscribe(world)

  const changed = await world.change('Business', 'yearly')

  expect(changed.body).toEqual({ message: 'You are now on the Business plan, billed annually.' })
  expect(await world.get()).toMatchObject({ planTitle: 'Business', interval: 'year' })
  const entries = await withScope(world.deps.db, { organizationId: world.owned.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select(['actor_kind', 'action']).where('entity', '=', 'subscription').execute(),
  )
  expect(entries.map(({ actor_kind, action }) => `${actor_kind} ${action}`).sort()).toEqual([
    'system subscription.sync',
    'user subscription.set_customer',
    'user subscription.sync',
  ])
})

it('changes nothing when the card is declined', async () => {
  await using world = await aWorld()
  await subscribe(world)
  world.account.isCardDeclined = true

  expect(await world.change('Business')).toMatchObject({ status: 402, body: { code: 'PAYMENT_FAILED' } })

  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', interval: 'month' })
})

it('continues a canceled plan until its period ends, and can undo the cancellation', async () => {
  await using world = await aWorld()
  await subscribe(world)
  const periodEnd = new Date(start + 30 * dayMs).toISOString()

  expect((await world.send('DELETE')).body).toMatchObject({ planTitle: 'Pro', status: 'active', cancelsAt: periodEnd })
  expect((await world.send('DELETE')).body).toMatchObject({ planTitle: 'Pro', cancelsAt: periodEnd })
  await world.change('Pro')
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: null })

  await world.change('Free')
  world.pass(31)
  world.account.endPeriod(getCustomerId(world))
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Free', currentPeriodEnd: null, cancelsAt: null })
  expect(await world.organization()).toMatchObject({ package: 'Free', payment_period: null, full_analytics_enabled: false })
})

it('continues the plan for the grace period after a failed payment, then pauses it, and restores it when it is paid', async () => {
  await using world = await aWorld({ graceDays: 7 })
  await subscribe(world)
  world.account.failRenewal(getCustomerId(world))
  await world.sync()

  const graceEndsAt = new Date(start + 7 * dayMs).toISOString()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', status: 'past_due', graceEndsAt })
  expect(await listJobs(world.deps)).toContainEqual({
    key: `sync-subscription:${getCustomerId(world)}:grace`,
    run_at: new Date(graceEndsAt),
  })

  world.pass(7)
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Free', status: 'past_due' })
  expect(await world.organization()).toMatchObject({ package: 'Free', full_analytics_enabled: false })
  expect(await world.change('Business')).toMatchObject({
    status: 402,
    body: { message: 'The last payment failed. Pay it first, then change the plan.' },
  })

  world.account.payRenewal(getCustomerId(world))
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', status: 'active', graceEndsAt: null })
})

function listJobs(deps: TestDeps): Promise<{ key: string; run_at: Date }[]> {
  return queryAsOwner(deps, 'select key, run_at from graphile_worker.jobs')
}

it('does not restart the grace period with the next invoice of a subscription that stays overdue', async () => {
  await using world = await aWorld({ graceDays: 7 })
  await subscribe(world)
  world.account.failRenewal(getCustomerId(world))
  world.pass(5)
  world.account.failRenewal(getCustomerId(world))
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', graceEndsAt: new Date(start + 7 * dayMs).toISOString() })

  world.pass(3)
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Free', status: 'past_due' })
})

it('gives a trial with the first subscription only', async () => {
  await using world = await aWorld({ trialDays: 14 })
  await subscribe(world)
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', status: 'active', trialEndsAt: new Date(start + 14 * dayMs).toISOString() })

  const { body } = await world.change('Free')
  expect(body.message).toBe('Your Pro plan ends with its trial. Until then nothing changes.')
  world.pass(15)
  world.account.endPeriod(getCustomerId(world))
  await world.sync()
  await subscribe(world)

  expect(await world.get()).toMatchObject({ planTitle: 'Pro', trialEndsAt: null })
})

it('gives a user one trial for all their organizations, also after the first is deleted', async () => {
  await using world = await aWorld({ trialDays: 14 })
  const trialIn = async (owned: OwnedOrganization) => {
    const { body } = await createCaller(world.deps, world.server, owned).change('Pro')
    return world.account.checkouts.get(idIn(body.url))?.trialDays
  }
  await subscribe(world)
  world.pass(20)

  expect(await trialIn(await anOrganization(world.deps, { user: world.owned.user }))).toBe(0)
  await deleteOrganizationNow(world.owned.ctx)
  expect(await trialIn(await anOrganization(world.deps, { user: world.owned.user }))).toBe(0)
  expect(await trialIn(await anOrganization(world.deps))).toBe(14)
})

it('gives the address of a deleted account no second trial, for two years', async () => {
  await using world = await aWorld({ trialDays: 14 })
  const { deps, jobDeps } = world
  const trialIn = async (owned: OwnedOrganization) => {
    const { body } = await createCaller(deps, world.server, owned).change('Pro')
    return world.account.checkouts.get(idIn(body.url))?.trialDays
  }
  const deleteAccount = ({ user }: OwnedOrganization) => jobDeps.db.transaction().execute((tx) => deleteUserRow(tx, user.actor.userId))
  const another = async (email: string) => anOrganization(deps, { user: await aUser(deps, { email }) })
  const { email } = await getProfile(world.owned.user)
  await subscribe(world)
  await deleteAccount(world.owned)

  const second = await another(email.toUpperCase())
  expect(await trialIn(second)).toBe(0)
  expect(await trialIn(await another('other@people.test'))).toBe(14)
  await deleteAccount(second)

  const deleteIn = (days: number) => deleteOldTrials({ ...jobDeps, clock: { now: () => new Date(Date.now() + days * dayMs) } })
  await deleteIn(729)
  const third = await another(email)
  expect(await trialIn(third)).toBe(0)
  await deleteAccount(third)
  await deleteIn(731)
  expect(await trialIn(await another(email))).toBe(14)
})

it('gives a former address of an account no further trial, whether the account used its trial before or after the change', async () => {
  await using world = await aWorld({ trialDays: 14 })
  const { deps, jobDeps } = world
  const trialIn = async (owned: OwnedOrganization) => {
    const { body } = await createCaller(deps, world.server, owned).change('Pro')
    return world.account.checkouts.get(idIn(body.url))?.trialDays
  }
  const another = async (email: string) => anOrganization(deps, { user: await aUser(deps, { email }) })
  const rename = (email: string) => deps.db.transaction().execute((tx) => updateEmail(tx, world.owned.user.actor.userId, email))
  const { email } = await getProfile(world.owned.user)

  await rename('second@people.test')
  expect(await trialIn(await another(email)), 'no trial was used yet').toBe(14)
  await subscribe(world)
  await rename('third@people.test')
  expect(await trialIn(await another('second@people.test'))).toBe(0)
  await rename('fourth@people.test')
  expect(await trialIn(await another('third@people.test'))).toBe(0)

  await jobDeps.db.transaction().execute((tx) => deleteUserRow(tx, world.owned.user.actor.userId))
  const users = await deps.db.selectFrom('users').select('id').where('email', '=', 'second@people.test').execute()
  for (const { id } of users) await jobDeps.db.transaction().execute((tx) => deleteUserRow(tx, id))
  expect(await trialIn(await another('second@people.test')), 'after the account was deleted').toBe(0)
  await deleteOldTrials({ ...jobDeps, clock: { now: () => new Date(Date.now() + 731 * dayMs) } })
  const kept = await Promise.all(
    ['former_addresses', 'trials_of_deleted_accounts'].map((table) => queryAsOwner(deps, `select from ${table}`)),
  )
  expect(kept).toEqual([[], []])
})

it('offers the trial on one of the pages that a user opens at once, and on another page once that page has expired', async () => {
  await using world = await aWorld({ trialDays: 14 })
  const owned = [world.owned]
  while (owned.length < 4) owned.push(await anOrganization(world.deps, { user: world.owned.user }))
  const trialsIn = async () => {
    const answers = await Promise.all(owned.map((one) => createCaller(world.deps, world.server, one).change('Pro')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    return answers.map(({ body }) => world.account.checkouts.get(idIn(body.url))?.trialDays)
  }

  const first = await trialsIn()
  expect(first.toSorted()).toEqual([0, 0, 0, 14])
  // The organization with the trial gets it again on the first page of the same plan and on a page of another plan.
  const chosen = createCaller(world.deps, world.server, owned[first.indexOf(14)] ?? world.owned)
  for (const plan of ['Pro', 'Business'])
    expect(world.account.checkouts.get(idIn((await chosen.change(plan)).body.url))?.trialDays).toBe(14)
  // Two days later, the page has expired and can't be paid, so another organization gets the trial.
  world.pass(2)
  const later = owned[(first.indexOf(14) + 1) % 4] ?? world.owned
  expect(
    world.account.checkouts.get(idIn((await createCaller(world.deps, world.server, later).change('Starter')).body.url))?.trialDays,
  ).toBe(14)
})

it('sells Lifetime once, ends the subscription below it, and ends Lifetime when it is refunded', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Starter')

  const checkoutId = await subscribe(world, 'Lifetime')

  expect(await world.get()).toMatchObject({ planTitle: 'Lifetime', interval: null, currentPeriodEnd: null })
  expect([...world.account.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
  for (const plan of ['Pro', 'Lifetime', 'Free']) expect((await world.change(plan)).body.code).toBe('PLAN_INCLUDED')

  await subscribe(world, 'Business')
  expect((await world.get()).planTitle).toBe('Business')
  await world.change('Free')
  world.account.endPeriod(getCustomerId(world))
  await world.sync()
  expect((await world.get()).planTitle).toBe('Lifetime')

  world.account.refund(checkoutId)
  await world.sync()
  expect((await world.get()).planTitle).toBe('Free')
})

/** Returns the refunds in the audit log, oldest first. */
async function refundsIn({ deps, owned }: World): Promise<unknown[]> {
  const entries = await withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
    tx.selectFrom('audit_log').select('after').where('action', '=', 'subscription.refund').orderBy('created_at').execute(),
  )
  return entries.map(({ after }) => after)
}

it('refunds the unused rest of the plan that Lifetime ends, once', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Pro', 'yearly')
  world.pass(73)

  const checkoutId = await subscribe(world, 'Lifetime')
  await Promise.all([world.sync(), world.sync(), world.sync()])

  const left = Math.round(0.8 * world.account.priceOf('Pro', 'yearly').unit_amount)
  expect(world.account.refunds).toMatchObject([
    { amount: left, payment_intent: world.account.checkouts.get(checkoutId)?.payment_intent?.id },
  ])
  expect(world.account.balanceTransactions.map(({ ending_balance }) => ending_balance)).toEqual([-left, 0])
  expect(await refundsIn(world)).toEqual([{ amount: `$${(left / 100).toFixed(2)}`, reason: 'what was left of the plan before Lifetime' }])
  expect((await world.get()).planTitle).toBe('Lifetime')
})

it('refunds less than was paid for Lifetime, so that Lifetime stays', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Starter')
  world.account.changeBalance(getCustomerId(world), -80_000)

  await subscribe(world, 'Lifetime')
  await world.sync()

  expect(world.account.refunds.map(({ amount }) => amount)).toEqual([39_899])
  expect((await world.get()).planTitle).toBe('Lifetime')
})

it('credits nothing for an unpaid subscription', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Pro', 'yearly')
  world.account.failRenewal(getCustomerId(world))

  await subscribe(world, 'Lifetime')

  expect(world.account.balanceTransactions).toEqual([])
  expect([...world.account.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
})

it('refunds a second payment of Lifetime', async () => {
  await using world = await aWorld()
  world.account.pay(idIn((await world.change('Lifetime')).body.url))
  const [paid] = world.account.checkouts.values()
  if (paid === undefined) throw new Error('Nothing was paid')
  world.account.checkouts.set('cs_late', { ...paid, id: 'cs_late', status: 'open', created: paid.created + 1 })
  world.account.pay('cs_late')

  await Promise.all([world.sync(), world.sync()])
  await world.sync()

  const late = world.account.checkouts.get('cs_late')?.payment_intent
  expect(world.account.refunds).toMatchObject([{ amount: 39_900, payment_intent: late?.id }])
  expect(await refundsIn(world)).toEqual([{ amount: '$399.00', reason: 'a second payment of Lifetime' }])
  expect((await world.get()).planTitle).toBe('Lifetime')
})

it('leaves only the latest checkout open, and creates another for a plan that is chosen again', async () => {
  await using world = await aWorld()

  const urls: (string | undefined)[] = []
  for (const plan of ['Lifetime', 'Pro', 'Lifetime', 'Lifetime']) urls.push((await world.change(plan)).body.url)

  expect(new Set(urls).size).toBe(3)
  expect(urls[3]).toBe(urls[2])
  const open = [...world.account.checkouts.values()].filter(({ status }) => status === 'open')
  expect(open.map(({ id }) => id)).toEqual([idIn(urls[3])])
})

it('does not sell Lifetime to an organization with Business, which is higher', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Business')

  expect(await world.change('Lifetime')).toMatchObject({
    status: 409,
    body: {
      code: 'PLAN_INCLUDED',
      message: 'Business includes what Lifetime has. Switch to Free first, and buy Lifetime once your Business plan has ended.',
    },
  })
})

it('leaves one checkout open when several plans are chosen at once, and leads to it', async () => {
  await using world = await aWorld()
  await world.change('Starter') // creates the customer

  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(['Pro', 'Business', 'Lifetime', 'Starter'].map((plan) => world.change(plan)))
    const open = [...world.account.checkouts.values()].filter(({ status }) => status === 'open')
    expect(open).toHaveLength(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ body }) => body.url)).toContain(open[0]?.url)
    world.pass(1)
  }
})

it('does not change a plan from before Stripe when its owner only opens a checkout', async () => {
  await using world = await aWorld()
  await changeManualPlan(world.owned.ctx, { package: 'Pro', period: 'yearly' })

  await world.change('Business')
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', interval: 'year', currentPeriodEnd: null })

  await subscribe(world, 'Starter')
  expect((await world.get()).planTitle).toBe('Starter')
})

it('changes back and forth within a minute', async () => {
  await using world = await aWorld()
  await subscribe(world)

  for (const plan of ['Business', 'Pro', 'Business']) {
    await world.change(plan)
    expect((await world.get()).planTitle).toBe(plan)
  }
})

it('ends the lower of two paid subscriptions', async () => {
  await using world = await aWorld()
  await subscribe(world)
  world.account.subscribe(getCustomerId(world), world.account.priceOf('Starter', 'monthly'))

  await world.sync()

  expect((await world.get()).planTitle).toBe('Pro')
  expect(world.account.liveOf(getCustomerId(world)).items.data[0]?.price.lookup_key).toBe('linkshelf_pro_monthly')
})

it('recognizes the plan of an older price by its metadata after a newer price took its key', async () => {
  await using world = await aWorld()
  await subscribe(world)
  const old = world.account.priceOf('Pro', 'monthly')
  world.account.prices.push({ ...old, id: 'price_newer' })
  Object.assign(old, { lookup_key: null, metadata: { linkshelf_key: 'linkshelf_pro_monthly' } })

  await world.sync()

  expect((await world.get()).planTitle).toBe('Pro')
})

it('does not change the plan, and fails, when the price belongs to no plan', async () => {
  await using world = await aWorld()
  await subscribe(world)
  world.account.priceOf('Pro', 'monthly').lookup_key = 'another_product'

  await expect(world.sync()).rejects.toThrow(/belongs to no plan/)

  expect((await world.get()).planTitle).toBe('Pro')
})

it('opens the portal for invoices and payment methods', async () => {
  await using world = await aWorld()
  expect((await world.send('GET', '/portal')).body.code).toBe('BILLING_PORTAL_MISSING')
  await subscribe(world)

  const { body } = await world.send('GET', '/portal')

  expect(body.url).toMatch(
    new RegExp(`^https://billing\\.stripe\\.test/${getCustomerId(world)}/.*back=http://app\\.test/settings/subscription$`),
  )
})

it('responds that Stripe cannot be reached, and changes nothing', async () => {
  await using world = await aWorld()
  await subscribe(world)
  world.server.setDown(true)

  const answers = await Promise.all([world.change('Business'), world.send('GET', '/portal'), world.send('GET', '?refresh=true')])

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([503, 'BILLING_UNAVAILABLE']))
  expect(await world.get()).toMatchObject({ planTitle: 'Pro' })
})

it("reads Stripe's state on a refresh once for many requests at once and soon after", async () => {
  await using world = await aWorld()
  const { body } = await world.change('Pro')
  world.account.pay(idIn(body.url))
  const before = world.server.sentCalls().length

  const answers = await Promise.all(Array.from({ length: 6 }, () => world.send('GET', '?refresh=true')))

  expect(answers.map((answer) => answer.body.planTitle)).toEqual(Array(6).fill('Pro'))
  expect((await world.send('GET', '?refresh=true')).body.planTitle).toBe('Pro')
  expect(world.server.sentCalls().length - before).toBe(2)
})

it('continues with a new customer if Stripe does not know the old customer, without another trial', async () => {
  await using world = await aWorld({ trialDays: 14 })
  await subscribe(world)
  const missing = getCustomerId(world)
  world.account.customers.delete(missing)

  expect((await world.send('GET', '?refresh=true')).body).toMatchObject({ planTitle: 'Pro' })
  expect((await world.send('GET', '/portal')).body.code).toBe('BILLING_PORTAL_MISSING')
  await syncCustomer(world.jobDeps, { customerId: missing })
  await cancelCustomer(world.jobDeps, { customerId: missing })
  expect((await world.get()).planTitle).toBe('Pro')

  const answers = await Promise.all([world.change('Business'), world.change('Business')])
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
  await world.sync()
  expect((await world.get()).planTitle).toBe('Pro')
  world.account.pay(idIn(answers[0].body.url))
  await world.sync()

  expect(getCustomerId(world)).not.toBe(missing)
  expect(await world.get()).toMatchObject({ planTitle: 'Business', trialEndsAt: null, hasPortal: true })
})

it('charges no renewal while a deletion of the organization is scheduled, and renews again after the deletion is canceled', async () => {
  await using world = await aWorld()
  await subscribe(world)
  await createOrganization(world.deps, world.owned.user, 'Another')
  const job = { key: `sync-subscription:${getCustomerId(world)}` }
  const periodEnd = new Date(start + 30 * dayMs).toISOString()

  await requestDeletion(world.owned.ctx)
  expect(await listJobs(world.deps)).toMatchObject([job, {}])
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: periodEnd })
  expect(await world.change('Pro')).toMatchObject({ status: 409, body: { code: 'ORGANIZATION_DELETION_SCHEDULED' } })

  await cancelDeletion(world.owned.ctx)
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: null })

  for (const cancel of [
    () => world.send('DELETE').then(() => requestDeletion(world.owned.ctx)),
    () =>
      requestDeletion(world.owned.ctx)
        .then(world.sync)
        .then(() => world.send('DELETE')),
  ]) {
    await cancel()
    await world.sync()
    await cancelDeletion(world.owned.ctx)
    await world.sync()
    expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: periodEnd })
    await world.change('Pro')
    expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: null })
  }
})

it('charges no renewal while the account of the only member is scheduled for deletion, and renews again after that is canceled', async () => {
  await using world = await aWorld()
  const { user } = world.owned
  await subscribe(world)
  const periodEnd = new Date(start + 30 * dayMs).toISOString()
  const keysOfJobs = async () => (await listJobs(world.deps)).map(({ key }) => key)

  await requestAccountDeletion(world.deps, user)
  expect(await keysOfJobs()).toContain(`sync-subscriptions-of-user:${user.actor.userId}`)
  await syncCustomersOfUser(world.jobDeps, { userId: user.actor.userId })
  expect(await keysOfJobs()).toContain(`sync-subscription:${getCustomerId(world)}`)
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: periodEnd })

  await cancelAccountDeletion(user)
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: null })

  await aMember(world.deps, world.owned, { role: 'owner' })
  await requestAccountDeletion(world.deps, user)
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Pro', cancelsAt: null })
})

it('expires open checkouts when the deletion is requested, and creates a new checkout after the deletion is canceled', async () => {
  await using world = await aWorld()
  await createOrganization(world.deps, world.owned.user, 'Another')
  const before = await world.change('Lifetime')
  expect(before.body.url).toBeDefined()

  await requestDeletion(world.owned.ctx)
  await world.sync()
  expect([...world.account.checkouts.values()].map(({ status }) => status)).toEqual(['expired'])

  await cancelDeletion(world.owned.ctx)
  await world.sync()
  const kept = await world.change('Lifetime')
  expect(kept.body.url).not.toBe(before.body.url)
  world.account.pay(idIn(kept.body.url))
  await world.sync()
  expect((await world.get()).planTitle).toBe('Lifetime')
})

it('expires a checkout that was created while the deletion was requested', async () => {
  await using world = await aWorld()
  await createOrganization(world.deps, world.owned.user, 'Another')
  const held = world.server.hold()
  const changed = world.change('Pro')
  await held.arrived(1)

  await requestDeletion(world.owned.ctx)
  held.stop()
  held.release()

  expect(await changed).toMatchObject({ status: 409, body: { code: 'ORGANIZATION_DELETION_SCHEDULED' } })
  expect([...world.account.checkouts.values()].map(({ status }) => status)).toEqual(['expired'])
})

it("does not change the operator's plan until something changes at Stripe", async () => {
  await using world = await aWorld()
  await subscribe(world)
  await setOrganizationSettings(world.deps, world.owned.organization.id, ['package=Enterprise'])

  await world.sync()
  expect((await world.get()).planTitle).toBe('Enterprise')

  await world.change('Business')
  expect((await world.get()).planTitle).toBe('Business')
})

it('does not end Lifetime that was not paid at Stripe, whatever ends there and whatever its owner chooses', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Pro')
  await setOrganizationSettings(world.deps, world.owned.organization.id, ['package=Lifetime'])
  for (const plan of ['Free', 'Starter', 'Pro', 'Lifetime']) expect((await world.change(plan)).body.code).toBe('PLAN_INCLUDED')
  world.account.endSubscription(world.account.liveOf(getCustomerId(world)))
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Lifetime', hasLifetime: true })

  await subscribe(world, 'Business')
  expect(await world.get()).toMatchObject({ planTitle: 'Business', hasLifetime: true })
  world.account.endSubscription(world.account.liveOf(getCustomerId(world)))
  await Promise.all([world.sync(), world.sync()])

  expect(await world.get()).toMatchObject({ planTitle: 'Lifetime', hasLifetime: true })
  expect(await world.organization()).toMatchObject({ package: 'Lifetime', full_analytics_enabled: true })
})

it('does not end Lifetime that was chosen before Stripe', async () => {
  await using world = await aWorld()
  await changeManualPlan(world.owned.ctx, { package: 'Lifetime', period: 'monthly' })
  expect((await world.change('Pro')).body.code).toBe('PLAN_INCLUDED')
  expect((await world.send('DELETE')).body.code).toBe('PLAN_INCLUDED')

  await subscribe(world, 'Business')
  world.account.endSubscription(world.account.liveOf(getCustomerId(world)))
  await world.sync()

  expect((await world.get()).planTitle).toBe('Lifetime')
})

it('counts a payment of Lifetime that is not refunded after the operator has set a lower plan', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Lifetime')
  const recorded = { ...world.deps, recordPackage: recordCommandPackage }
  const set = (word: string) => setOrganizationSettings(recorded, world.owned.organization.id, [word])

  await set('package=Free')
  await world.sync()
  expect(await world.get()).toMatchObject({ planTitle: 'Free', hasLifetime: false })
  await set('package=Business')
  await world.sync()

  await world.change('Free')
  expect(await world.get()).toMatchObject({ planTitle: 'Lifetime', hasLifetime: true })
})

it('ends the subscription below Lifetime that the operator set, which would be paid for nothing', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Pro')
  await setOrganizationSettings(world.deps, world.owned.organization.id, ['package=Lifetime'])

  await world.sync()

  expect([...world.account.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
  expect((await world.get()).planTitle).toBe('Lifetime')
})

it('does not end Lifetime if Stripe does not know its customer', async () => {
  await using world = await aWorld()
  await subscribe(world, 'Lifetime')
  world.account.customers.delete(getCustomerId(world))

  await subscribe(world, 'Business')
  expect((await world.get()).planTitle).toBe('Business')
  world.account.endSubscription(world.account.liveOf(getCustomerId(world)))
  await world.sync()

  expect((await world.get()).planTitle).toBe('Lifetime')
})

it("never overwrites a newer state with an older one when Stripe's older response arrives later", async () => {
  await using world = await aWorld()
  await subscribe(world)
  const customerId = getCustomerId(world)
  const job = () => syncCustomer(world.jobDeps, { customerId })
  const [item] = world.account.liveOf(customerId).items.data
  if (item !== undefined) item.price = world.account.priceOf('Starter', 'monthly')
  const held = world.server.hold()
  const older = job()
  await held.arrived(2)

  held.stop()
  if (item !== undefined) item.price = world.account.priceOf('Business', 'yearly')
  await job()
  expect((await world.get()).planTitle).toBe('Business')
  held.release()
  await older

  expect(await world.get()).toMatchObject({ planTitle: 'Business', interval: 'year' })
})

it('applies the change of a lost event in the daily job', async () => {
  await using world = await aWorld()
  await subscribe(world)
  world.account.endSubscription(world.account.liveOf(getCustomerId(world)))

  await reconcileSubscriptions(world.jobDeps)

  expect(await listJobs(world.deps)).toMatchObject([{ key: `sync-subscription:${getCustomerId(world)}` }])
  await world.sync()
  expect((await world.get()).planTitle).toBe('Free')
})

it('cancels at Stripe when the organization is deleted, also unpaid plans', async () => {
  await using world = await aWorld()
  await subscribe(world)
  await world.change('Lifetime')
  const customerId = getCustomerId(world)
  await createOrganization(world.deps, world.owned.user, 'Another')
  await deleteOrganizationNow(world.owned.ctx)

  expect((await listJobs(world.deps)).map(({ key }) => key)).toContain(`cancel-stripe-customer:${customerId}`)
  await cancelCustomer(world.jobDeps, { customerId })
  await cancelCustomer(world.jobDeps, { customerId })

  expect([...world.account.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
  expect([...world.account.checkouts.values()].map(({ status }) => status)).toEqual(['complete', 'expired'])
  await world.sync()
})

it("does not let a member or another organization's owner reach Stripe", async () => {
  await using world = await aWorld()
  const member = await aUser(world.deps)
  await withScope(world.deps.db, { organizationId: world.owned.organization.id }, (tx) =>
    tx
      .insertInto('members')
      .values({
        organization_id: world.owned.ctx.organization.id,
        user_id: member.actor.userId,
        role: 'member',
        created_at: world.deps.clock.now(),
      })
      .execute(),
  )
  const stranger = await anOrganization(world.deps)
  for (const user of [member, stranger.user]) {
    const { send, change } = createCaller(world.deps, world.server, { ...world.owned, user })
    const answers = await Promise.all([change('Pro'), change('Lifetime'), change('Free'), send('DELETE'), send('GET', '/portal')])
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404))
  }
  expect(world.server.sentCalls()).toEqual([])
})
