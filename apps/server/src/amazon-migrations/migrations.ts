import {
  type AmazonMigration,
  type AmazonMigrationId,
  type AmazonMigrationRun,
  amazonMigrationId,
  amazonMigrationMessages,
  amazonMigrationOutcomes,
  amazonMigrationsPerProject,
  organizationId,
  projectId,
  toAffiliateSettings,
} from '@linkshelf/contract'
import type { AmazonSettings } from '@linkshelf/retailers'
import { z } from 'zod'
import {
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  projectCall,
  read,
} from '../access/index.ts'
import { getIntegration } from '../integrations/index.ts'
import { selectLinkSpan } from '../links/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { getMigrationReport, listMigrationLinks } from './list-migration-links.ts'
import {
  deleteMigrationRows,
  insertMigration,
  isRunning,
  lockMigrationForUpdate,
  lockMigrationListForUpdate,
  type MigrationRow,
  selectLatestMigration,
  selectMigrations,
  toMigrationRun,
  updateMigration,
} from './migration-table.ts'

const calls = projectCall.amazonMigrations

export function amazonMigrationRoutes(deps: Deps) {
  return {
    get: calls.get.handler(({ context }) => getMigration(context.ctx)),
    start: calls.start.handler(({ context }) => startMigration(deps, context.ctx)),
    list: calls.list.handler(({ context }) => listMigrations(context.ctx)),
    links: calls.links.handler(async ({ context, input }) => {
      const page = await listMigrationLinks(deps, context.ctx, { migrationId: input.params.migrationId, query: input.query })
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
    report: calls.report.handler(({ context, input }) => getMigrationReport(deps, context.ctx, input.params.migrationId)),
    stop: calls.stop.handler(({ context, input }) => stopMigration(deps, context.ctx, input.params.migrationId)),
    undo: calls.undo.handler(({ context, input }) => undoMigration(context.ctx, input.params.migrationId)),
  }
}

type MigrationTask = 'migrate-amazon-links' | 'restore-amazon-links'

const migrationJob = z.object({ organizationId, projectId, migrationId: amazonMigrationId })

/**
 * Enqueues a job. At most one job of a task is pending per run. The job is retried for days and resumes where it
 * stopped.
 */
async function enqueueMigrationJob(
  tx: Tx,
  { organization, project }: ProjectContext,
  { task, migrationId }: { task: MigrationTask; migrationId: AmazonMigrationId },
): Promise<void> {
  const payload: z.input<typeof migrationJob> = { organizationId: organization.id, projectId: project.id, migrationId }
  await enqueueJob(tx, task, payload, { key: `${task}:${migrationId}`, maxAttempts: 25 })
}

/** Returns a job's context and run id. Undefined if the organization was deleted. */
export async function openMigrationJob(
  deps: CoreDeps,
  task: MigrationTask,
  payload: unknown,
): Promise<{ ctx: ProjectContext; migrationId: AmazonMigrationId } | undefined> {
  const job = migrationJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  return ctx && { ctx, migrationId: job.migrationId }
}

const noMigration: AmazonMigration = {
  migration_id: null,
  status: null,
  progress: 0,
  linksFound: 0,
  linksProcessed: 0,
  error: null,
  outcomes: Object.fromEntries(amazonMigrationOutcomes.map((outcome) => [outcome, 0])) as AmazonMigration['outcomes'],
  started_at: null,
  finished_at: null,
  undo: null,
}

/** Returns the latest run. If the latest run was undone, returns an empty run. */
export async function getMigration(ctx: ProjectContext): Promise<AmazonMigration> {
  const latest = await read(ctx, (tx) => selectLatestMigration(tx, ctx.project.id))
  return latest === undefined || latest.undo_state === 'completed' ? noMigration : toMigrationRun(latest)
}

/** Returns the project's runs, latest first. */
export async function listMigrations(ctx: ProjectContext): Promise<AmazonMigrationRun[]> {
  return (await read(ctx, (tx) => selectMigrations(tx, ctx.project.id))).map(toMigrationRun)
}

/**
 * Starts a run with the project's current links and the integration's current tags. If a run is already in progress,
 * returns it and enqueues a new job, because its job may have failed permanently. Throws AMAZON_INTEGRATION_REQUIRED,
 * and AMAZON_MIGRATION_RUNNING while a run is being undone.
 */
export async function startMigration({ ids }: CoreDeps, ctx: ProjectContext): Promise<AmazonMigrationRun> {
  const { project } = ctx
  const settings = await getAmazonSettings(ctx)
  return mutate(ctx, { action: 'amazon_migration.start', entity: 'amazon_migration' }, async (tx, change) => {
    await lockMigrationListForUpdate(tx, project.id)
    const runs = await selectMigrations(tx, project.id)
    if (runs.some((run) => run.undo_state === 'in_progress')) fail('AMAZON_MIGRATION_RUNNING')
    const present = runs.find(isRunning)
    const row = present ?? (await insertRun(tx, ctx, ids.next<AmazonMigrationId>(), settings))
    const outdated = present === undefined ? runs.slice(amazonMigrationsPerProject - 1) : []
    await deleteMigrationRows(
      tx,
      project.id,
      outdated.map((run) => run.id),
    )
    await enqueueMigrationJob(tx, ctx, { task: 'migrate-amazon-links', migrationId: row.id })
    change.entityId = row.id
    change.after = { links: row.link_count, ...row.settings }
    return toMigrationRun(row)
  })
}

async function getAmazonSettings(ctx: ProjectContext): Promise<AmazonSettings> {
  const integration = await getIntegration(ctx, 'amazon')
  const { amazon } = toAffiliateSettings(integration.updated_at === null ? {} : { amazon: integration })
  return amazon ?? fail('AMAZON_INTEGRATION_REQUIRED')
}

async function insertRun(tx: Tx, ctx: ProjectContext, id: AmazonMigrationId, settings: AmazonSettings) {
  const { count, lastId } = await selectLinkSpan(tx, ctx.project.id)
  return insertMigration(tx, ctx, { id, settings, last_link_id: lastId, link_count: count })
}

/** Stops a run after its current batch. If the run has ended, nothing changes. Throws AMAZON_MIGRATION_NOT_FOUND. */
export async function stopMigration({ clock }: CoreDeps, ctx: ProjectContext, id: AmazonMigrationId): Promise<AmazonMigrationRun> {
  const end = { migrationId: id, action: 'stop', error: amazonMigrationMessages.stopped, now: clock.now() } as const
  return toMigrationRun(await endMigration(ctx, end))
}

/** Ends a run whose job will not be retried again. */
export async function failMigration(deps: CoreDeps, payload: unknown): Promise<void> {
  const job = await openMigrationJob(deps, 'migrate-amazon-links', payload)
  if (job === undefined) return
  const { ctx, migrationId } = job
  await ignoreDeleted(endMigration(ctx, { migrationId, action: 'fail', error: null, now: deps.clock.now() }))
}

/** Ends an undo whose job will not be retried again. The links that it restored stay restored. */
export async function failUndo(deps: CoreDeps, payload: unknown): Promise<void> {
  const job = await openMigrationJob(deps, 'restore-amazon-links', payload)
  if (job === undefined) return
  const { ctx, migrationId } = job
  const mutation = { action: 'amazon_migration.fail_undo', entity: 'amazon_migration', entityId: migrationId } as const
  await ignoreDeleted(
    mutate(ctx, mutation, async (tx, change) => {
      const run = (await lockMigrationForUpdate(tx, ctx.project.id, migrationId)) ?? fail('NOT_FOUND')
      if (run.undo_state !== 'in_progress') fail('NOT_FOUND')
      await updateMigration(tx, ctx.project.id, migrationId, { undo_state: 'failed' })
      change.after = { restored: run.restored_count, left: run.left_count }
    }),
  )
}

interface MigrationEnd {
  migrationId: AmazonMigrationId
  action: 'stop' | 'fail'
  /** The message for the owner. If null, the screen shows its own message. */
  error: string | null
  now: Date
}

function endMigration(ctx: ProjectContext, { migrationId: id, action, error, now }: MigrationEnd): Promise<MigrationRow> {
  const mutation = { action: `amazon_migration.${action}`, entity: 'amazon_migration', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockMigrationForUpdate(tx, ctx.project.id, id)) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
    const row = isRunning(before) ? await updateMigration(tx, ctx.project.id, id, { state: 'failed', error, finished_at: now }) : before
    change.before = { state: before.state }
    change.after = { state: row.state }
    return row
  })
}

/**
 * Starts to undo a run. If an undo failed, continues after its last complete batch. If an undo is in progress, enqueues
 * a new job. If an undo is complete, nothing changes. Throws AMAZON_MIGRATION_NOT_FOUND. Throws
 * AMAZON_MIGRATION_RUNNING if a run is in progress, or another run is being undone.
 */
export function undoMigration(ctx: ProjectContext, id: AmazonMigrationId): Promise<AmazonMigrationRun> {
  const { project } = ctx
  return mutate(ctx, { action: 'amazon_migration.undo', entity: 'amazon_migration', entityId: id }, async (tx, change) => {
    await lockMigrationListForUpdate(tx, project.id)
    const runs = await selectMigrations(tx, project.id)
    const run = runs.find((one) => one.id === id) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
    change.after = { started_at: run.created_at }
    if (run.undo_state === 'completed') return toMigrationRun(run)
    if (runs.some((one) => isRunning(one) || (one.undo_state === 'in_progress' && one.id !== id))) fail('AMAZON_MIGRATION_RUNNING')
    await enqueueMigrationJob(tx, ctx, { task: 'restore-amazon-links', migrationId: id })
    return toMigrationRun(await updateMigration(tx, project.id, id, { undo_state: 'in_progress' }))
  })
}
