import { accountRateLimits, type LinkId, type RateLimits, storeUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, anOrganization, aProject, aStore, catchErrorCode, getFirstProject, listErrorCodes } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { listOperations, toCall } from '../../test/every-operation.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { stubLinkVisits } from '../../test/stub-link-visits.ts'
import { waitForBlockedTransaction } from '../../test/wait-for-blocked-transaction.ts'
import { lockLabelListForUpdate } from '../labels/label-table.ts'
import { createLink } from '../links/write/create-link.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { checkSlugs } from '../links/write/slugs.ts'
import { updateLink } from '../links/write/update-link.ts'
import { createOrganization } from '../organizations/organizations.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createProject } from '../projects/projects.ts'
import { updateStore } from '../stores/stores.ts'
import { createRequestContext, type OrganizationContext, type ProjectContext } from './context.ts'
import { createRateLimiters, rateLimitSlugCheck } from './rate-limits.ts'

/** Returns the context with these rate limits and an unlimited number of links. */
function withRateLimits<Context extends OrganizationContext>(deps: TestDeps, ctx: Context, rateLimits: Partial<RateLimits> = {}): Context {
  const entitlements = {
    ...ctx.entitlements,
    linksPerProject: Number.POSITIVE_INFINITY,
    rateLimits: { ...ctx.entitlements.rateLimits, ...rateLimits },
  }
  return { ...ctx, entitlements, rateLimiters: createRateLimiters(deps) }
}

let slugCount = 0
function createLinkWithChosenSlug(deps: TestDeps, ctx: ProjectContext, slug = `chosen-${slugCount}`) {
  slugCount += 1
  return createLink(deps, ctx, aDraft({ slug }))
}

it('rejects chosen slugs over the limit, even if many are created at once, and still creates generated slugs', async () => {
  await using deps = await openTestDeps()
  const ctx = withRateLimits(deps, await aProject(deps), { chosenSlugs: 5 })

  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => createLinkWithChosenSlug(deps, ctx)))

  expect(listErrorCodes(outcomes)).toEqual(Array(4).fill('TOO_MANY_REQUESTS'))
  await expect(createLinkWithChosenSlug(deps, ctx)).rejects.toThrow(
    /^Limit reached - You have chosen 5 short names within a day\. Create the link without one/,
  )
  expect((await createLink(deps, ctx, aDraft())).url).toMatch(/^http:\/\/go\.test\//)
})

it('rejects new store names over the limit, but accepts names that the organization has used before', async () => {
  await using deps = await openTestDeps()
  const ctx = withRateLimits(deps, await aProject(deps), { storeNames: 3 })
  const { store_id: storeId } = await aStore(deps, ctx, { name: 'Lamps' })
  const rename = (name: string) => updateStore(deps, ctx, { storeId, update: storeUpdate.parse({ name }) })

  for (const name of ['Chairs', 'Tables', 'Lamps', 'Chairs', 'Tables']) await rename(name)

  await expect(rename('Shelves')).rejects.toThrow(/^Limit reached - You have chosen 3 names of stores within a day\. Keep one of them/)
  const other = withRateLimits(deps, await aProject(deps), { storeNames: 3 })
  expect(await aStore(deps, other, { name: 'Shelves' })).toMatchObject({ name: 'Shelves' })
})

it('counts a chosen slug even if its link is deleted, but does not count failed creations', async () => {
  await using deps = await openTestDeps()
  const ctx = withRateLimits(deps, await aProject(deps), { chosenSlugs: 2 })
  const { url_id } = await createLinkWithChosenSlug(deps, ctx, 'spring')
  await deleteLink(ctx, url_id as LinkId)

  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await catchErrorCode(createLinkWithChosenSlug(deps, ctx, 'admin'))).toBe('LINK_SLUG_RESERVED')
  const other = withRateLimits(deps, await aProject(deps))
  await createLinkWithChosenSlug(deps, other, 'autumn')
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await catchErrorCode(createLinkWithChosenSlug(deps, ctx, 'autumn'))).toBe('LINK_SLUG_TAKEN')

  await createLinkWithChosenSlug(deps, ctx)
  expect(await catchErrorCode(createLinkWithChosenSlug(deps, ctx))).toBe('TOO_MANY_REQUESTS')
})

it('changes the slug of a link while the creation of another link with a slug waits for a lock', async () => {
  await using deps = await openTestDeps()
  const ctx = withRateLimits(deps, await aProject(deps))
  const linkId = (await createLink(deps, ctx, aDraft())).url_id as LinkId
  const visits = stubLinkVisits(new Map())

  const { creation } = await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) => {
    await lockLabelListForUpdate(tx, ctx.project.id)
    const creation = createLink(deps, ctx, aDraft({ slug: 'spring', labels: ['new'] }))
    creation.catch(() => undefined) // awaited below
    await waitForBlockedTransaction(deps)
    await updateLink({ ...deps, visits }, ctx, { linkId, update: { slug: 'summer' } })
    return { creation }
  })

  expect((await creation).url).toBe('http://go.test/spring')
})

it("counts a user's chosen slugs in all their organizations, and an organization's in all processes", async () => {
  await using deps = await openTestDeps()
  const first = await anOrganization(deps)
  const second = await anOrganization(deps, { user: first.user })
  const stranger = await aProject(deps)
  const small = { chosenSlugs: 2 }
  const [ctx, otherCtx] = [await aProject(deps, { owned: first }), await aProject(deps, { owned: second })]

  await createLinkWithChosenSlug(deps, withRateLimits(deps, ctx, small))
  await createLinkWithChosenSlug(deps, withRateLimits(deps, otherCtx, small))

  expect(await catchErrorCode(createLinkWithChosenSlug(deps, withRateLimits(deps, ctx, small)))).toBe('TOO_MANY_REQUESTS')
  expect(await catchErrorCode(createLinkWithChosenSlug(deps, withRateLimits(deps, otherCtx, small)))).toBe('TOO_MANY_REQUESTS')
  // A paid organization has a rate limit of its own, and another user has their own limit.
  await createLinkWithChosenSlug(deps, withRateLimits(deps, otherCtx, { chosenSlugs: 9 }))
  await createLinkWithChosenSlug(deps, withRateLimits(deps, stranger, small))
})

it('accepts chosen slugs again after the window has passed', async () => {
  let now = Date.UTC(2026, 5, 1, 12)
  await using deps = await openTestDeps({ clock: { now: () => new Date(now) } })
  const ctx = withRateLimits(deps, await aProject(deps), { chosenSlugs: 1 })
  await createLinkWithChosenSlug(deps, ctx)

  now += 23 * 60 * 60_000
  expect(await catchErrorCode(createLinkWithChosenSlug(deps, ctx))).toBe('TOO_MANY_REQUESTS')
  now += 25 * 60 * 60_000
  await createLinkWithChosenSlug(deps, ctx)
})

it('rejects new projects and organizations over their limits', async () => {
  await using deps = await openTestDeps()
  const { ctx: free, user } = await anOrganization(deps)
  const ctx = withRateLimits(deps, free)
  const draft = { name: 'Lamps', description: 'All of them' }

  for (let created = 0; created < 10; created += 1) await createProject(deps, ctx, draft)
  await expect(createProject(deps, ctx, draft)).rejects.toThrow(
    /You have created 10 projects within a day\. Use one of them, or try again in \d+ hours\./,
  )

  const rateLimiters = createRateLimiters(deps)
  for (let created = 0; created < 10; created += 1) await createOrganization(deps, { ...user, rateLimiters }, 'Another')
  expect(await catchErrorCode(createOrganization(deps, { ...user, rateLimiters }, 'One more'))).toBe('TOO_MANY_REQUESTS')
})

it("rejects slug checks over the user's limit, which counts all their organizations together", async () => {
  await using deps = await openTestDeps()
  const first = await anOrganization(deps)
  const ctx = withRateLimits(deps, await aProject(deps, { owned: first }))
  const owned = await anOrganization(deps, { user: first.user })
  const other = { ...(await aProject(deps, { owned })), rateLimiters: ctx.rateLimiters }
  for (let checked = 1; checked < accountRateLimits.slugChecks; checked += 1) await rateLimitSlugCheck(ctx)

  expect(await checkSlugs(other, ['spring'])).toEqual([{ slug: 'spring', status: 'free' }])
  for (const used of [ctx, other]) expect(await catchErrorCode(checkSlugs(used, ['spring']))).toBe('TOO_MANY_REQUESTS')
  await checkSlugs({ ...(await aProject(deps)), rateLimiters: ctx.rateLimiters }, ['spring'])
})

it('rejects writes of every kind over the limit, but no writes of jobs and commands', async () => {
  await using deps = await openTestDeps()
  const ctx = withRateLimits(deps, await aProject(deps), { writes: 3 })
  const linkId = (await createLink(deps, ctx, aDraft())).url_id as LinkId

  await updateLink(deps, ctx, { linkId, update: { title: 'Lamp' } })
  await deleteLink(ctx, linkId)

  await expect(createLink(deps, ctx, aDraft())).rejects.toThrow(/More than 3 changes within an hour\. Your links still redirect\./)
  await createLink(deps, { ...ctx, actor: { kind: 'system', name: 'import' } }, aDraft())
  const job = createRequestContext(deps, { actor: ctx.actor, source: 'job' })
  await createLink(deps, { ...ctx, ...job, rateLimiters: undefined }, aDraft())
})

it('answers 429 with Retry-After over the API', async () => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const create = () => call(user, { method: 'POST', path: `/v1/${organization.id}/projects`, body: { name: 'Lamps', description: 'All' } })
  for (let created = 0; created < 10; created += 1) expect((await create()).status).toBe(201)

  const rejected = await create()

  expect(rejected.status).toBe(429)
  const body = (await rejected.json()) as { data: { retry_after_seconds: number } }
  expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/^Limit reached - You have created 10 projects/) })
  expect(Number(rejected.headers.get('retry-after'))).toBe(body.data.retry_after_seconds)
  expect(body.data.retry_after_seconds).toBeGreaterThan(60)
  const links = { method: 'GET', path: `/v1/${organization.id}/projects/${getFirstProject(organization).id}/urls` }
  expect((await call(user, links)).status).toBe(200)
})

it('counts each item of a bulk call as a write', async () => {
  await using deps = await openTestDeps()
  const bulkCalls = (await listOperations()).filter(({ bulk }) => bulk !== undefined)
  expect(bulkCalls.length).toBeGreaterThanOrEqual(6)

  for (const operation of bulkCalls) {
    const owned = await anOrganization(deps, { settings: ['product_page_enabled=true'] })
    const { field, max } = operation.bulk ?? expect.unreachable()
    const call = createApiCaller(deps)
    const ids = { orgId: owned.organization.id, projectId: getFirstProject(owned.organization).id }
    const { body, ...path } = toCall(deps, operation, ids)
    const item = (): unknown => (field === 'items' ? { target: 'https://shop.example/lamp' } : deps.ids.next())
    const send = (count: number) => call(owned.user, { ...path, body: { ...body, [field]: Array.from({ length: count }, item) } })
    // Items are counted before they are looked up, so they need not exist.
    const { writes } = owned.ctx.entitlements.rateLimits
    for (let counted = 0; counted + max <= writes; counted += max) expect((await send(max)).status).toBeOneOf([200, 404])

    expect({ path: operation.path, status: (await send((writes % max) + 1)).status }).toEqual({ path: operation.path, status: 429 })
  }
})
