import { type AmazonMigrationId, amazonMigrationId, amazonMigrationLinkQuery, linkUpdate } from '@linkshelf/contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { aLink, aMigration, anIntegration, anOrganization, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { listAuditLogs } from '../audit-logs/audit-logs.ts'
import { deleteIntegration } from '../integrations/integrations.ts'
import { getLink } from '../links/index.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { updateLink } from '../links/write/update-link.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { amazonMigrationJobs } from './amazon-migration-jobs.ts'
import { migrateLinks } from './links/migrate-links.ts'
import { undoLinks } from './links/undo-links.ts'
import { getMigrationReport, listMigrationLinks } from './list-migration-links.ts'
import { failMigration, getMigration, listMigrations, startMigration, stopMigration, undoMigration } from './migrations.ts'

const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'
const tagged = `${lamp}?tag=mia-20`

function createPayload({ organization, project }: ProjectContext, migrationId: string): object {
  return { organizationId: organization.id, projectId: project.id, migrationId }
}

async function listTargets(deps: TestDeps, ctx: ProjectContext, links: { url_id: string }[]): Promise<string[]> {
  return Promise.all(links.map(async ({ url_id }) => (await getLink(deps, ctx, url_id as never)).target))
}

async function undoCompletely(deps: TestDeps, ctx: ProjectContext, id: AmazonMigrationId, batchLinks?: number) {
  await undoMigration({ ...ctx, now: deps.clock.now() }, id)
  await undoLinks(deps, createPayload(ctx, id), batchLinks)
  return (await listMigrations(ctx)).find((run) => run.migration_id === id)?.undo
}

async function createLinks(deps: TestDeps, ctx: ProjectContext, targets: string[]) {
  const links: Awaited<ReturnType<typeof aLink>>[] = []
  for (const target of targets) links.push(await aLink(deps, ctx, { target }))
  return links
}

it('returns an empty run if there is no migration', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  expect(await getMigration(ctx)).toMatchObject({ status: null, migration_id: null, progress: 0, linksFound: 0, linksProcessed: 0 })
  expect(await listMigrations(ctx)).toEqual([])
})

it('requires a saved integration', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  expect(await catchErrorCode(startMigration(deps, ctx))).toBe('AMAZON_INTEGRATION_REQUIRED')
})

it('rewrites Amazon destinations in batches, with one outcome for each link, and changes nothing in a second run', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const uk = 'https://www.amazon.co.uk/dp/B07FZ8S74R'
  const targets = [lamp, `${lamp}?tag=other-20`, 'https://shop.example/lamp', 'https://amzn.to/3AbCdEf', uk, tagged]
  const links = await createLinks(deps, ctx, targets)
  const plain = await aLink(deps, ctx, { target: lamp, affiliated: false })

  expect(await startMigration(deps, ctx)).toMatchObject({ status: 'pending', progress: 0, linksFound: 7, linksProcessed: 0 })
  const run = await aMigration(deps, ctx, { batchLinks: 2 })

  expect(run).toMatchObject({ status: 'completed', progress: 100, linksFound: 7, linksProcessed: 7, error: null, undo: null })
  const outcomes = { tagged: 1, retagged: 1, needs_resolution: 1, failed: 1, skipped_already_tagged: 1, skipped_without_affiliation: 1 }
  expect(run.outcomes).toEqual({ ...outcomes, skipped_not_amazon: 1 })
  expect(await listTargets(deps, ctx, [...links, plain])).toEqual([tagged, tagged, targets[2], targets[3], uk, tagged, lamp])
  expect(await getMigration(ctx)).toEqual({ ...run })

  const second = await aMigration(deps, ctx)
  expect(second.outcomes).toEqual({ ...outcomes, tagged: 0, retagged: 0, skipped_already_tagged: 3, skipped_not_amazon: 1 })
})

it('starts one run if two starts run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const [one, other] = await Promise.all([startMigration(deps, ctx), startMigration(deps, ctx)])
  expect(one.migration_id).toBe(other.migration_id)
  expect(await listMigrations(ctx)).toHaveLength(1)
})

it('resumes after the last complete batch, and decides each link once if two jobs run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const links = await createLinks(deps, ctx, [lamp, lamp, lamp, lamp, lamp])
  const { migration_id } = await startMigration(deps, ctx)
  const payload = createPayload(ctx, migration_id)

  // The batch ends as if the process were killed, so nothing of the batch is stored.
  let opened = 0
  const db = new Proxy(deps.db, {
    get(target, name) {
      if (name === 'transaction') opened += 1
      if (opened > 3) throw new Error('killed')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const dying = { ...deps, db }
  await expect(migrateLinks(dying, payload, 1)).rejects.toThrow('killed')
  const stopped = await getMigration(ctx)
  expect(stopped.status).toBe('in_progress')
  expect(stopped.linksProcessed).toBeGreaterThan(0)
  expect(stopped.linksProcessed).toBeLessThan(5)
  expect(stopped.progress).toBe(stopped.linksProcessed * 20)

  await Promise.all([migrateLinks(deps, payload, 1), migrateLinks(deps, payload, 2)])

  expect(await getMigration(ctx)).toMatchObject({ status: 'completed', linksProcessed: 5, outcomes: { tagged: 5 } })
  expect(new Set(await listTargets(deps, ctx, links))).toEqual(new Set([tagged]))
})

it('ignores links that are created after the start, and counts links that are deleted after it', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const [deleted] = await createLinks(deps, ctx, [lamp, lamp])
  const { migration_id } = await startMigration(deps, ctx)
  const later = await aLink(deps, ctx, { target: lamp })
  if (deleted) await deleteLink(ctx, deleted.url_id)

  await migrateLinks(deps, createPayload(ctx, migration_id))

  expect(await getMigration(ctx)).toMatchObject({ status: 'completed', progress: 100, linksFound: 2, linksProcessed: 1 })
  expect(await listTargets(deps, ctx, [later])).toEqual([lamp])
})

it('uses the tags from its start, and continues if the integration is removed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const links = await createLinks(deps, ctx, [lamp])
  const { migration_id } = await startMigration(deps, ctx)
  await deleteIntegration(ctx, 'amazon')
  await migrateLinks(deps, createPayload(ctx, migration_id))
  expect(await listTargets(deps, ctx, links)).toEqual([tagged])
})

it('does not overwrite a concurrent edit', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const links = await createLinks(
    deps,
    ctx,
    Array.from({ length: 8 }, () => lamp),
  )
  const { migration_id } = await startMigration(deps, ctx)
  const own = 'https://shop.example/own'
  const edits = links.map(({ url_id }) => updateLink(deps, ctx, { linkId: url_id, update: linkUpdate.parse({ target: own }) }))
  await Promise.all([...edits, migrateLinks(deps, createPayload(ctx, migration_id), 2)])
  expect(new Set(await listTargets(deps, ctx, links))).toEqual(new Set([own]))
})

it("does not change what is stored about a link's page, or whether the link is pending", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const [link] = await createLinks(deps, ctx, [lamp])
  if (link === undefined) throw new Error('There is a link')
  const broken = { status: 'broken', reason: 'not_found', checked_at: deps.clock.now(), page_url: lamp } as const
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => tx.updateTable('link_checks').set(broken).execute())

  const { migration_id } = await aMigration(deps, ctx)
  const health = { status: 'broken', reason: 'not_found', checking: false }
  expect(await getLink(deps, ctx, link.url_id)).toMatchObject({ target: tagged, pending: true, health })
  await undoCompletely(deps, ctx, migration_id)
  expect(await getLink(deps, ctx, link.url_id)).toMatchObject({ target: lamp, health })
})

it('resolves a restored short link again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const link = await aLink(deps, ctx, { target: 'https://amzn.to/3AbCdEf' })
  await queryAsOwner(deps, "update links set expanded_target = 'https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20', is_pending = false")

  const migration_id = amazonMigrationId.parse((await startMigration(deps, ctx)).migration_id)
  await migrateLinks(deps, createPayload(ctx, migration_id))
  expect(await getLink(deps, ctx, link.url_id)).toMatchObject({ target: tagged })
  await undoCompletely(deps, ctx, migration_id)

  expect(await getLink(deps, ctx, link.url_id)).toMatchObject({ target: 'https://amzn.to/3AbCdEf', pending: true })
})

it('rewrites the shops of a link, and restores them unless they were edited after the run', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const toShop = (target: string) => ({ place: 'DE', name: null, target })
  const german = 'https://www.amazon.de/dp/B07FZ8S74R'
  const own = 'https://maker.example/lamp'
  const [link, edited] = [
    await aLink(deps, ctx, { target: own, shops: [toShop(german)] }),
    await aLink(deps, ctx, { target: lamp, shops: [toShop(german)] }),
  ]
  const listShops = async ({ url_id }: { url_id: typeof link.url_id }) => (await getLink(deps, ctx, url_id)).shops

  const { migration_id, outcomes } = await aMigration(deps, ctx)
  expect(outcomes).toMatchObject({ tagged: 2 })
  const german21 = `${german}?tag=mia-21`
  expect([await listShops(link), await listShops(edited)]).toEqual([[toShop(german21)], [toShop(german21)]])
  const { links } = await listMigrationLinks(deps, ctx, { migrationId: migration_id, query: amazonMigrationLinkQuery.parse({}) })
  expect(links).toMatchObject([
    { target_before: null, target_after: null, shops: [{ place: 'DE', name: null, before: german, after: german21 }] },
    { target_before: lamp, target_after: tagged, shops: [{ before: german, after: german21 }] },
  ])
  const { body } = await getMigrationReport(deps, ctx, migration_id)
  const lines = Buffer.concat(await Array.fromAsync(body))
    .toString()
    .split('\r\n')
  expect(lines[1]).toContain(`,Tagged,,,,${own},,${german},${german21}`)
  expect((await aMigration(deps, ctx)).outcomes).toMatchObject({ tagged: 0, retagged: 0 })

  await updateLink(deps, ctx, { linkId: edited.url_id, update: { shops: [toShop(own)] } })
  expect(await undoCompletely(deps, ctx, migration_id)).toEqual({ status: 'completed', restored: 1, left: 1 })
  expect([await listShops(link), await listShops(edited)]).toEqual([[toShop(german)], [toShop(own)]])
  expect(await listTargets(deps, ctx, [link, edited])).toEqual([own, tagged])
})

it('undoes a run in batches, and does not change but lists links that were edited or deleted after the run', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const targets = [lamp, `${lamp}?tag=other-20`, lamp, lamp, 'https://shop.example/lamp']
  const links = await createLinks(deps, ctx, targets)
  const [first, second, edited, deleted, other] = links
  if (!first || !second || !edited || !deleted || !other) throw new Error('There are five links')
  const { migration_id } = await aMigration(deps, ctx)
  const own = 'https://shop.example/own'
  await updateLink(deps, ctx, { linkId: edited.url_id, update: { target: own } })
  await deleteLink(ctx, deleted.url_id)

  expect(await undoCompletely(deps, ctx, migration_id, 2)).toEqual({ status: 'completed', restored: 2, left: 2 })

  expect(await listTargets(deps, ctx, [first, second, edited, other])).toEqual([
    lamp,
    `${lamp}?tag=other-20`,
    own,
    'https://shop.example/lamp',
  ])
  const left = await listMigrationLinks(deps, ctx, { migrationId: migration_id, query: amazonMigrationLinkQuery.parse({ undo: 'left' }) })
  expect(left.links).toMatchObject([
    { url_id: edited.url_id, link: { target: own }, target_before: lamp, target_after: tagged, undo: 'left' },
    { url_id: deleted.url_id, link: null },
  ])
  expect(await getMigration(ctx)).toMatchObject({ status: null })
  // A second undo changes nothing.
  await updateLink(deps, ctx, { linkId: first.url_id, update: { target: tagged } })
  expect(await undoCompletely(deps, ctx, migration_id)).toEqual({ status: 'completed', restored: 2, left: 2 })
  expect(await listTargets(deps, ctx, [first])).toEqual([tagged])
})

it('can be stopped, and then undone or started again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const links = await createLinks(deps, ctx, [lamp])
  const started = await startMigration(deps, ctx)
  const id = amazonMigrationId.parse(started.migration_id)
  expect(await catchErrorCode(undoMigration(ctx, id))).toBe('AMAZON_MIGRATION_RUNNING')
  expect(await stopMigration(deps, ctx, id)).toMatchObject({ status: 'failed', error: 'The migration was stopped.' })
  await migrateLinks(deps, createPayload(ctx, id))
  expect(await listTargets(deps, ctx, links)).toEqual([lamp])

  await undoMigration(ctx, id)
  expect(await catchErrorCode(startMigration(deps, ctx))).toBe('AMAZON_MIGRATION_RUNNING')
  await undoLinks(deps, createPayload(ctx, id))
  expect(await aMigration(deps, ctx)).toMatchObject({ status: 'completed', linksProcessed: 1 })
})

it('fails if its job fails permanently', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const { migration_id } = await startMigration(deps, ctx)
  await failMigration(deps, createPayload(ctx, migration_id))
  expect(await getMigration(ctx)).toMatchObject({ status: 'failed', error: null })
})

it('reports that its undo failed permanently, allows a new run, and continues the undo if it is started again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const links = await createLinks(deps, ctx, [lamp, lamp, lamp])
  const { migration_id } = await aMigration(deps, ctx)
  await undoMigration({ ...ctx, now: deps.clock.now() }, migration_id)
  const payload = createPayload(ctx, migration_id)
  const getUndoState = async () => (await getMigration(ctx)).undo?.status

  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  await owner.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'a full disk'; end $$;
    create trigger fail before update on links for each row execute function fail()`)
  const restore = amazonMigrationJobs(deps).find(({ name }) => name === 'restore-amazon-links')
  const runAttempt = async (attempts: number) => restore?.run(payload, { job: { attempts, max_attempts: 25 } } as never)
  await expect(runAttempt(24)).rejects.toThrow('a full disk')
  expect(await getUndoState()).toBe('in_progress')
  await expect(runAttempt(25)).rejects.toThrow('a full disk')
  expect(await getUndoState()).toBe('failed')
  await owner.query('drop trigger fail on links')
  await owner.end()

  const later = await startMigration(deps, ctx)
  await stopMigration(deps, ctx, amazonMigrationId.parse(later.migration_id))
  expect(await undoCompletely(deps, ctx, migration_id)).toEqual({ status: 'completed', restored: 3, left: 0 })
  expect(new Set(await listTargets(deps, ctx, links))).toEqual(new Set([lamp]))
})

it('lists links by outcome with a cursor, and all links as a CSV file', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const links = await createLinks(deps, ctx, [lamp, 'https://www.amazon.co.uk/dp/B07FZ8S74R', lamp, lamp])
  const { migration_id } = await aMigration(deps, ctx)
  const listPage = (cursor?: string) =>
    listMigrationLinks(deps, ctx, {
      migrationId: migration_id,
      query: amazonMigrationLinkQuery.parse({ outcome: 'tagged', limit: 2, cursor }),
    })

  const first = await listPage()
  const second = await listPage(first.nextCursor)
  const ids = [...first.links, ...second.links].map(({ url_id }) => url_id)
  expect(ids).toEqual([links[0], links[2], links[3]].map((link) => link?.url_id))
  expect(second.nextCursor).toBeUndefined()
  expect(first.links[0]).toMatchObject({ outcome: 'tagged', reason: null, target_before: lamp, target_after: tagged, undo: null })
  expect(await catchErrorCode(listPage('nonsense'))).toBe('REQUEST_INVALID')

  const { body } = await getMigrationReport(deps, ctx, migration_id)
  const lines = Buffer.concat(await Array.fromAsync(body))
    .toString()
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]?.slice(1)).toBe('url_id,url,outcome,reason,target_before,target_after,target_now,undo,shops_before,shops_after')
  expect(lines[2]).toContain('Not possible,Your integration has no tag for this marketplace.')
})

it('stores the last ten runs', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  for (let run = 0; run < 12; run += 1) await aMigration(deps, ctx)
  expect(await listMigrations(ctx)).toHaveLength(10)
})

it('stores destinations before and after in the audit log', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  await anIntegration(ctx)
  await aLink(deps, ctx, { target: lamp, slug: 'lamp' })
  const { migration_id } = await aMigration(deps, ctx)
  await undoCompletely(deps, ctx, migration_id)
  const { entries } = await listAuditLogs(owned.ctx, { limit: 10, tz: 'UTC' })
  expect(entries.slice(0, 4).map(({ description }) => description)).toEqual([
    'Restored link “lamp”',
    'Started to undo the Amazon migration',
    'Migrated link “lamp”',
    'Started the Amazon migration',
  ])
})
