import { computeAnnualPrice, type Organization, type Subscription } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anOrganization, aProject, aUser, type OwnedOrganization } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { UserContext } from '../access/index.ts'
import { listAuditLogs } from '../audit-logs/audit-logs.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createProject } from '../projects/projects.ts'
import { recordCommandPackage } from './command-package.ts'

interface Call {
  method?: string
  path?: string
  body?: object
  user?: UserContext
}

function subscriptionCaller(deps: TestDeps, { user: owner, organization }: OwnedOrganization) {
  const call = createApiCaller(deps)
  return async ({ method = 'GET', path = '', body, user = owner }: Call = {}) => {
    const response = await call(user, { method, path: `/v1/${organization.id}/subscription${path}`, body })
    return { status: response.status, body: (await response.json()) as Subscription & { message: string; code?: string } }
  }
}

async function findOrganization(deps: TestDeps, user: UserContext): Promise<Organization | undefined> {
  return ((await (await createApiCaller(deps)(user, { method: 'GET', path: '/v1/organizations' })).json()) as Organization[])[0]
}

async function runCommands(deps: TestDeps, { organization }: OwnedOrganization, ...commands: string[]): Promise<void> {
  const recorded = { ...deps, recordPackage: recordCommandPackage }
  for (const command of commands) await setOrganizationSettings(recorded, organization.id, command.split(' '))
}

const change = (planTitle: string, period = 'monthly'): Call => ({ method: 'POST', path: '/change', body: { planTitle, period } })

it('starts on Free, with the limits of Free and no usage', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)

  expect((await subscriptionCaller(deps, owned)()).body).toEqual({
    name: "Mia's shelf",
    planTitle: 'Free',
    package: 'Free',
    payment_period: null,
    hasLifetime: false,
    interval: null,
    status: 'active',
    currentPeriodEnd: null,
    cancelsAt: null,
    trialEndsAt: null,
    graceEndsAt: null,
    provider: 'manual',
    hasPortal: false,
    usage: { links: { used: 0, limit: 10, project: null }, apiCalls: { used: 0, limit: 1_000 } },
  })
})

it('changes the plan at once, turns full analytics on, and says when it renews', async () => {
  await using deps = await openTestDeps({ clock: { now: () => new Date('2026-01-31T10:00:00Z') } })
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)

  expect(await call(change('Pro', 'yearly'))).toEqual({ status: 200, body: { message: 'You are now on the Pro plan, billed annually.' } })

  expect((await call()).body).toMatchObject({
    planTitle: 'Pro',
    interval: 'year',
    currentPeriodEnd: '2027-01-31T10:00:00.000Z',
    usage: { links: { limit: 5_000 } },
  })
  expect(await findOrganization(deps, owned.user)).toMatchObject({ package: 'Pro', payment_period: 'yearly', full_analytics_enabled: true })
})

it('subscribes with a name for the bill, and returns the subscription', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const body = { name: 'Mia Reed Ltd', package: 'Starter', payment_period: 'monthly' }

  const created = await subscriptionCaller(deps, owned)({ method: 'POST', body })

  expect(created).toMatchObject({ status: 200, body: { ...body, planTitle: 'Starter', interval: 'month' } })
})

it('returns to Free when it is canceled: full analytics is off, and every link stays', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  await call(change('Starter'))
  const ctx = await aProject(deps, { owned })
  for (let made = 0; made < 12; made += 1) await aLink(deps, { ...ctx, entitlements: { ...ctx.entitlements, linksPerProject: 500 } })

  const { body } = await call({ method: 'DELETE' })

  expect(body).toMatchObject({
    planTitle: 'Free',
    payment_period: null,
    currentPeriodEnd: null,
    usage: { links: { used: 12, limit: 10, project: 'My links' } },
  })
  expect(await findOrganization(deps, owned.user)).toMatchObject({ package: 'Free', full_analytics_enabled: false })
})

it('does not move the renewal when the plan is chosen again, and records nothing', async () => {
  let now = new Date('2026-01-10T10:00:00Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  const countChanges = async () =>
    (await listAuditLogs(owned.ctx, { limit: 50, tz: 'UTC', event_type: 'subscription_change' })).entries.length
  await call(change('Free'))
  expect(await countChanges()).toBe(0)
  await call(change('Pro'))

  now = new Date('2026-01-20T10:00:00Z')
  expect(await call(change('Pro'))).toMatchObject({ status: 200 })
  expect(await countChanges()).toBe(1)
  expect((await call()).body.currentPeriodEnd).toBe('2026-02-10T10:00:00.000Z')
  await call(change('Business'))
  expect((await call()).body.currentPeriodEnd).toBe('2026-02-20T10:00:00.000Z')
})

it('ends with one plan in subscription and organization when several plans are chosen at once', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)

  const plans = ['Starter', 'Pro', 'Business', 'Lifetime', 'Free', 'Pro', 'Starter', 'Business']
  const answers = await Promise.all(plans.map((plan, nth) => call(change(plan, nth % 2 === 0 ? 'monthly' : 'yearly'))))

  // A request that runs after the request for Lifetime may be rejected. Which requests these are depends on their
  // order.
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'PLAN_INCLUDED')).toBe(true)
  const [organization, row] = await withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
    Promise.all([
      tx.selectFrom('organizations').select(['package', 'payment_period']).executeTakeFirstOrThrow(),
      tx.selectFrom('subscriptions').select(['package', 'payment_period']).executeTakeFirstOrThrow(),
    ]),
  )
  expect(row).toEqual(organization)
})

it('never changes from Lifetime to a lower plan, and returns to Lifetime when a higher plan ends', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  expect(await call(change('Lifetime'))).toEqual({ status: 200, body: { message: 'You are now on the Lifetime plan.' } })

  for (const plan of ['Free', 'Starter', 'Pro'])
    expect(await call(change(plan))).toMatchObject({ status: 409, body: { code: 'PLAN_INCLUDED' } })
  expect(await call({ method: 'DELETE' })).toMatchObject({
    status: 409,
    body: { message: 'Lifetime never renews, so there is nothing to cancel. Ask the operator if you want to give it up.' },
  })
  const create = { name: 'Mia', package: 'Pro', payment_period: 'monthly' }
  expect(await call({ method: 'POST', body: create })).toMatchObject({ status: 409, body: { code: 'PLAN_INCLUDED' } })
  expect((await call()).body).toMatchObject({ planTitle: 'Lifetime', hasLifetime: true })

  await call(change('Business'))
  expect((await call()).body).toMatchObject({ planTitle: 'Business', hasLifetime: true })
  for (const plan of ['Pro', 'Lifetime']) expect(await call(change(plan))).toMatchObject({ status: 409, body: { code: 'PLAN_INCLUDED' } })
  expect((await call(change('Free'))).body.message).toBe('You are now on the Lifetime plan.')
  expect((await call()).body).toMatchObject({ planTitle: 'Lifetime', hasLifetime: true, payment_period: null })
})

it('does not end Lifetime that the operator set, except by command', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, { settings: ['package=Lifetime'] })
  const call = subscriptionCaller(deps, owned)

  expect((await call(change('Free'))).body.code).toBe('PLAN_INCLUDED')
  await call(change('Business'))
  await setOrganizationSettings(deps, owned.organization.id, ['package=Pro'])

  expect((await call()).body).toMatchObject({ planTitle: 'Pro', hasLifetime: false })
  expect((await call(change('Free'))).body.message).toBe('You are now on the Free plan.')
})

it('returns to Lifetime that the operator set when a higher plan ends that the operator set too', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)

  await runCommands(deps, owned, 'package=Lifetime', 'package=Business dashboard_days=90', 'dashboard_days=60')

  expect((await call()).body).toMatchObject({ planTitle: 'Business', hasLifetime: true })
  expect((await call(change('Free'))).body.message).toBe('You are now on the Lifetime plan.')
})

it('has no Lifetime under a higher plan once the operator has ended Lifetime', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  await call(change('Lifetime'))

  await runCommands(deps, owned, 'package=Free', 'package=Business')

  expect((await call()).body).toMatchObject({ planTitle: 'Business', hasLifetime: false })
  expect((await call(change('Free'))).body.message).toBe('You are now on the Free plan.')
})

it('begins to renew a plan that the operator set after another plan when its owner chooses it', async () => {
  let now = new Date('2026-01-10T10:00:00Z')
  await using deps = await openTestDeps({ clock: { now: () => now } })
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  await call(change('Starter'))
  await runCommands(deps, owned, 'package=Lifetime', 'package=Business payment_period=monthly')
  expect((await call()).body).toMatchObject({ planTitle: 'Business', currentPeriodEnd: null })

  now = new Date('2026-01-20T10:00:00Z')
  await call(change('Business'))

  expect((await call()).body).toMatchObject({ planTitle: 'Business', currentPeriodEnd: '2026-02-20T10:00:00.000Z' })
})

it('ends on Lifetime, with one entry for each change, when it is chosen twice and canceled at once', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  await call(change('Pro'))

  const twice = await Promise.all([call(change('Lifetime')), call(change('Lifetime')), call(change('Lifetime'))])
  const canceled = await Promise.all([call(change('Free')), call({ method: 'DELETE' })])

  expect(twice.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(canceled.map(({ status }) => status)).toEqual([409, 409])
  expect((await call()).body.planTitle).toBe('Lifetime')
  expect((await listAuditLogs(owned.ctx, { limit: 50, tz: 'UTC', event_type: 'subscription_change' })).entries).toHaveLength(2)
})

it('lets owners change the plan and members read it', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const member = await aUser(deps)
  await withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
    tx
      .insertInto('members')
      .values({ organization_id: owned.ctx.organization.id, user_id: member.actor.userId, role: 'member', created_at: deps.clock.now() })
      .execute(),
  )
  const call = subscriptionCaller(deps, owned)

  const changes = [change('Pro'), { method: 'DELETE' }, { method: 'POST', body: { name: 'M', package: 'Pro', payment_period: 'monthly' } }]
  for (const forbidden of [...changes, { path: '/portal' }]) expect((await call({ ...forbidden, user: member })).status).toBe(404)
  expect(await call({ user: member })).toMatchObject({ status: 200, body: { planTitle: 'Free' } })
})

it.each([
  [change('Enterprise'), 409, 'This plan has no fixed price. Contact us, and we will agree on one.'],
  [change('Gold'), 400, 'Choose a plan'],
  [change('Pro', 'weekly'), 400, 'Choose monthly or yearly'],
  [{ method: 'POST', body: { name: ' ', package: 'Pro', payment_period: 'monthly' } }, 400, 'Enter the name that invoices show'],
  [{ path: '/portal' }, 409, 'There are no invoices yet. The first payment creates the first invoice.'],
])('rejects %j with %i: %s', async (wrong, status, message) => {
  await using deps = await openTestDeps()

  expect(await subscriptionCaller(deps, await anOrganization(deps))(wrong)).toMatchObject({ status, body: { message } })
})

it('counts the links of the project with the most links', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const first = await aProject(deps, { owned })
  const second = await createProject(deps, owned.ctx, { name: 'Lamps', description: 'All' })
  await aLink(deps, first)
  for (let made = 0; made < 2; made += 1) await aLink(deps, { ...first, project: { id: second.id as typeof first.project.id } })

  expect((await subscriptionCaller(deps, owned)()).body.usage.links).toEqual({ used: 2, limit: 10, project: 'Lamps' })
})

it('shows what the operator set by command, without a renewal', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const call = subscriptionCaller(deps, owned)
  await call(change('Pro'))

  await setOrganizationSettings(deps, owned.organization.id, ['package=Enterprise'])

  expect((await call()).body).toMatchObject({
    planTitle: 'Enterprise',
    interval: null,
    currentPeriodEnd: null,
    usage: { links: { limit: null }, apiCalls: { limit: null } },
  })
})

it('lists the plans with their prices to everyone', async () => {
  await using deps = await openTestDeps()

  const response = await createApiCaller(deps)(undefined, { method: 'GET', path: '/v1/public/pricing' })

  const plans = (await response.json()) as { id: string; price: unknown; popular: boolean; pricing_type: string; features: string[] }[]
  expect(plans.map(({ id, price, popular, pricing_type }) => [id, price, popular, pricing_type])).toEqual([
    ['starter', 9, false, 'recurring'],
    ['pro', 29, true, 'recurring'],
    ['business', 79, false, 'recurring'],
    ['lifetime', 399, false, 'lifetime'],
    ['free', 0, false, 'recurring'],
    ['enterprise', 'Custom', false, 'recurring'],
  ])
  expect(plans[0]?.features).toEqual([
    '500 links per project',
    '50,000 clicks shown a month',
    '50,000 API requests a month',
    '3 domains of your own',
    '1 year of history',
    '1 GB of pictures',
    'Countries, devices and visitors',
    'A store for each project',
    'Your own branding on store pages',
    'Unlimited members',
  ])
  expect([9, 29, 79].map(computeAnnualPrice)).toEqual([92, 296, 806])
})
