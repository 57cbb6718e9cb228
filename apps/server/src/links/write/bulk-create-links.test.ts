import { idempotencyKeyMs, idempotencyKeysMax, idempotentBytesMax, type LinkResult, linksBulkCreate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, aLink, anOrganization, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { createRateLimiters, deleteExpiredResponses, type ProjectContext } from '../../access/index.ts'
import { listLabels } from '../../labels/labels.ts'
import { getLink } from '../get-link.ts'
import { listLinks } from '../list/list-links.ts'
import { bulkCreateLinks } from './bulk-create-links.ts'
import { createLink } from './create-link.ts'

const toTarget = (name: string | number) => `https://shop.example/${name}`

async function bulkCreate(deps: TestDeps, ctx: ProjectContext, items: unknown[], key?: string): Promise<LinkResult[]> {
  return (await bulkCreateLinks(deps, ctx, { items: linksBulkCreate.parse({ items }).items, key })).results
}

/** Returns the error code of each item, or `created`. */
const listOutcomes = (results: LinkResult[]) => results.map((result) => (result.status === 'created' ? result.status : result.code))

async function listStoredTargets(deps: TestDeps, ctx: ProjectContext): Promise<string[]> {
  return (await listLinks(deps, ctx, { archived: false, limit: 100 })).links.map((link) => link.target).toSorted()
}

/** Creates a context whose writes are counted, like the writes of a request. */
async function aCountedProject(deps: TestDeps, rateLimits: { writes?: number; chosenSlugs?: number }): Promise<ProjectContext> {
  const ctx = await aProject(deps)
  const entitlements = { ...ctx.entitlements, rateLimits: { ...ctx.entitlements.rateLimits, ...rateLimits } }
  return { ...ctx, entitlements, rateLimiters: createRateLimiters(deps) }
}

it('creates each valid item like a single call, and reports the failure of each other item in its place', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const draft = {
    target: toTarget('all'),
    slug: 'spring',
    title: 'Brass lamp',
    notes: 'For the spring',
    labels: ['lamps', 'sale'],
    affiliated: false,
    shops: [{ target: 'https://other.example/lamp', place: null, name: 'Other' }],
    choice_page: true,
  }
  const single = await aLink(deps, await aProject(deps), { ...aDraft(), ...draft, slug: 'single' })

  const results = await bulkCreate(deps, ctx, [
    draft,
    { target: 'javascript:alert(1)' },
    { target: toTarget('plain') },
    { target: toTarget('more'), labels: ['a', 2] },
    { target: toTarget('unknown'), colour: 'red' },
    { target: `${deps.origins.public}/abc` },
    { target: toTarget('reserved'), slug: 'admin' },
    { target: toTarget('twice'), slug: 'spring' },
    { target: toTarget('taken'), slug: 'single' },
    'no object',
  ])

  const [first, , third] = results
  if (first?.status !== 'created' || third?.status !== 'created') return expect.unreachable()
  const { url_id, url, created_at, health, revision, ...fields } = single
  expect(first.link).toMatchObject({ ...fields, url: `${deps.origins.public}/spring` })
  expect(third.link).toMatchObject({
    target: toTarget('plain'),
    labels: [],
    pending: true,
    title: null,
    own_title: false,
    affiliated: true,
  })
  for (const { link } of [first, third]) expect(await getLink(deps, ctx, link.url_id as typeof url_id)).toMatchObject(link)
  expect((await listLabels(ctx)).map(({ name }) => name)).toEqual(['lamps', 'sale'])
  expect(results.map((result) => (result.status === 'failed' ? [result.code, result.field] : []))).toEqual([
    [],
    ['REQUEST_INVALID', 'target'],
    [],
    ['REQUEST_INVALID', 'labels.1'],
    ['REQUEST_INVALID', ''],
    ['LINK_TARGET_FORBIDDEN', 'target'],
    ['LINK_SLUG_RESERVED', 'slug'],
    ['LINK_SLUG_TAKEN', 'slug'],
    ['LINK_SLUG_TAKEN', 'slug'],
    ['REQUEST_INVALID', ''],
  ])
  expect(results[1]).toMatchObject({ message: 'Please enter a valid URL' })
})

it('adds one audit entry that lists the links by id', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const results = await bulkCreate(deps, ctx, [{ target: toTarget(1) }, { target: 'x' }, { target: toTarget(2), slug: 'second' }])

  const entries = await queryAsOwner<{ after: object }>(deps, `select after from audit_log where action = 'link.bulk_create'`)
  const ids = results.flatMap((result) => (result.status === 'created' ? [result.link.url_id] : []))
  expect(entries.map(({ after }) => Object.keys(after).toSorted())).toEqual([ids.toSorted()])
  expect(Object.values(entries[0]?.after ?? {})).toContainEqual(expect.objectContaining({ slug: 'second', target: toTarget(2) }))
})

it("respects the plan's limits of links, labels, slugs and writes, like single calls", async () => {
  await using deps = await openTestDeps()
  const full = await aProject(deps)
  const twelve = Array.from({ length: 12 }, (_, nth) => ({ target: toTarget(nth) }))
  const [one, other] = await Promise.all([bulkCreate(deps, full, twelve), bulkCreate(deps, full, twelve)])
  const outcomes = [...listOutcomes(one), ...listOutcomes(other)]
  expect([outcomes.filter((is) => is === 'created').length, outcomes.filter((is) => is === 'LINK_LIMIT_REACHED').length]).toEqual([10, 14])
  expect(await catchErrorCode(createLink(deps, full, aDraft()))).toBe('LINK_LIMIT_REACHED')

  const labelled = await aProject(deps)
  await runAsOwner(deps, (owner) =>
    owner.query(
      `insert into labels (id, organization_id, project_id, name, created_at)
       select gen_random_uuid(), $1, $2, 'Label ' || nth, now() from generate_series(1, 999) as nth`,
      [labelled.organization.id, labelled.project.id],
    ),
  )
  const labels = [['label 1', 'new'], ['another'], ['new']]
  const withLabels = labels.map((names, nth) => ({ target: toTarget(nth), labels: names }))
  expect(listOutcomes(await bulkCreate(deps, labelled, withLabels))).toEqual(['created', 'LABEL_LIMIT_REACHED', 'created'])

  const chosen = await aCountedProject(deps, { chosenSlugs: 3 })
  const slugs = ['a1', 'admin', 'a2', 'a3', 'a4', 'a5'].map((slug) => ({ target: toTarget(slug), slug }))
  const bySlug = await bulkCreate(deps, chosen, [...slugs, { target: toTarget('generated') }])
  expect(listOutcomes(bySlug)).toEqual([
    ...['created', 'LINK_SLUG_RESERVED', 'created', 'created', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'created'],
  ])

  const counted = await aCountedProject(deps, { writes: 5 })
  expect(await catchErrorCode(bulkCreate(deps, counted, twelve.slice(0, 6)))).toBe('TOO_MANY_REQUESTS')
  expect(listOutcomes(await bulkCreate(deps, counted, [{ target: 'x' }, ...twelve.slice(0, 4)]))).toContain('REQUEST_INVALID')
  expect(await catchErrorCode(createLink(deps, counted, aDraft()))).toBe('TOO_MANY_REQUESTS')
})

it('creates only one of two links with the same slug in two organizations', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const items = [{ target: toTarget(1), slug: 'spring' }, { target: toTarget(2) }]

  const results = await Promise.all([mia, noah].map((ctx) => bulkCreate(deps, ctx, items)))

  expect(results.map(listOutcomes).toSorted()).toEqual([
    ['LINK_SLUG_TAKEN', 'created'],
    ['created', 'created'],
  ])
})

it('returns the stored response to repeated requests, even if several run at once, and does the work once', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const call = createApiCaller(deps)
  const send = async (name: string, key: string) => {
    const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/urls/bulk`
    const body = { items: [{ target: toTarget(name) }, { target: 'x' }] }
    const response = await call(owned.user, { method: 'POST', path, body, headers: { 'idempotency-key': key } })
    return { status: response.status, body: (await response.json()) as { code?: string } }
  }

  const answers = await Promise.all(Array.from({ length: 4 }, () => send('once', 'key 1')))
  answers.push(await send('once', 'key 1'))

  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]).toMatchObject({
    status: 200,
    body: { results: [{ status: 'created' }, { status: 'failed', code: 'REQUEST_INVALID' }] },
  })
  expect(await send('other', 'key 1')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  expect((await send('other', 'key 2')).status).toBe(200)
  expect(await listStoredTargets(deps, ctx)).toEqual([toTarget('once'), toTarget('other')])
  expect(await queryAsOwner(deps, `select from audit_log where action = 'link.bulk_create'`)).toHaveLength(2)
})

it('does not store the key of a failed request, and does not share keys between projects', async () => {
  await using deps = await openTestDeps()
  const counted = await aCountedProject(deps, { writes: 1 })
  const items = [{ target: toTarget(1) }, { target: toTarget(2) }]
  expect(await catchErrorCode(bulkCreate(deps, counted, items, 'key'))).toBe('TOO_MANY_REQUESTS')
  expect(listOutcomes(await bulkCreate(deps, { ...counted, rateLimiters: undefined } as never, items, 'key'))).toEqual([
    'created',
    'created',
  ])

  const other = await aProject(deps)
  await bulkCreate(deps, other, [{ target: toTarget(3) }], 'key')
  expect(await listStoredTargets(deps, other)).toEqual([toTarget(3)])
})

it('deletes a key after a day, and the oldest key if an organization has too many', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps, { settings: ['package=Starter'] })
  const items = [{ target: toTarget(1) }]
  await bulkCreate(deps, ctx, items, 'old')
  const later = { ...ctx, now: new Date(ctx.now.getTime() + idempotencyKeyMs) }
  await bulkCreate(deps, later, items, 'old')
  expect(await listStoredTargets(deps, ctx)).toEqual([toTarget(1), toTarget(1)])

  await runAsOwner(deps, (owner) =>
    owner.query(
      `insert into idempotent_responses (organization_id, project_id, action, key_hash, request_hash, response, created_at)
       select organization_id, project_id, action, sha256(nth::text::bytea), request_hash, response, created_at + nth * interval '1 second'
       from idempotent_responses, generate_series(1, $1) as nth`,
      [idempotencyKeysMax - 1],
    ),
  )
  const countKeys = async () =>
    (await queryAsOwner<{ count: number }>(deps, 'select count(*)::integer as count from idempotent_responses'))[0]?.count
  expect(await countKeys()).toBe(idempotencyKeysMax)
  await bulkCreate(deps, { ...later, now: new Date(later.now.getTime() + 3_600_000) }, items, 'new')
  expect(await countKeys()).toBe(idempotencyKeysMax)
  await bulkCreate(deps, later, items, 'old')
  expect(await listStoredTargets(deps, ctx)).toHaveLength(4)

  await runAsJobsAccount(deps, deleteExpiredResponses, new Date(later.now.getTime() + idempotencyKeyMs + 1_800_000).toISOString())
  expect(await countKeys()).toBeLessThan(idempotencyKeysMax)
})

it("deletes the oldest keys if an organization's responses have too many bytes, and stores the latest key", async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps, { settings: ['package=Pro'] }), await aProject(deps, { settings: ['package=Pro'] })]
  for (const of of [ctx, other]) await bulkCreate(deps, of, [{ target: toTarget(1) }], 'first')
  await bulkCreate(deps, { ...ctx, now: new Date(ctx.now.getTime() + 1_000) }, [{ target: toTarget(2) }], 'second')
  await queryAsOwner(deps, `update idempotent_responses set response_bytes = ${idempotentBytesMax} - 10`)

  await bulkCreate(deps, { ...ctx, now: new Date(ctx.now.getTime() + 2_000) }, [{ target: toTarget(3) }], 'third')

  expect(await queryAsOwner(deps, 'select from idempotent_responses where project_id = $1', [ctx.project.id])).toHaveLength(1)
  expect(await queryAsOwner(deps, 'select from idempotent_responses where project_id = $1', [other.project.id])).toHaveLength(1)
  expect(await listStoredTargets(deps, ctx)).toHaveLength(3)
  await bulkCreate(deps, { ...ctx, now: new Date(ctx.now.getTime() + 3_000) }, [{ target: toTarget(3) }], 'third')
  expect(await listStoredTargets(deps, ctx)).toHaveLength(3)
  await bulkCreate(deps, { ...ctx, now: new Date(ctx.now.getTime() + 4_000) }, [{ target: toTarget(1) }], 'first')
  expect(await listStoredTargets(deps, ctx)).toHaveLength(4)
})
