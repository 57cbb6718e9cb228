import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, instant, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { amazonMigrationId, uuid } from '../ids.ts'
import { link } from '../links/links.ts'
import { visibleText } from '../text.ts'

const amazonMigrationStates = ['pending', 'in_progress', 'completed', 'failed'] as const
export type AmazonMigrationState = (typeof amazonMigrationStates)[number]

/** `failed`: the undo stopped before its end, and continues when it is started again. */
const amazonMigrationUndoStates = ['in_progress', 'completed', 'failed'] as const
export type AmazonMigrationUndoState = (typeof amazonMigrationUndoStates)[number]

/** Outcomes of a migration run for one link, in the order in which the screen lists them. */
export const amazonMigrationOutcomes = [
  'tagged',
  'retagged',
  'needs_resolution',
  'failed',
  'skipped_already_tagged',
  'skipped_without_affiliation',
  'skipped_not_amazon',
] as const
export type AmazonMigrationOutcome = (typeof amazonMigrationOutcomes)[number]

const amazonMigrationReasons = ['market_without_tag', 'page_not_paid', 'target_too_long', 'target_unreadable'] as const
export type AmazonMigrationReason = (typeof amazonMigrationReasons)[number]

export const amazonMigrationOutcomeLabels: Record<AmazonMigrationOutcome, string> = {
  tagged: 'Tagged',
  retagged: 'Retagged',
  needs_resolution: 'Short links',
  failed: 'Not possible',
  skipped_already_tagged: 'Already yours',
  skipped_without_affiliation: 'Left untagged by you',
  skipped_not_amazon: 'Not Amazon',
}

export const amazonMigrationReasonTexts: Record<AmazonMigrationReason, string> = {
  market_without_tag: 'Your integration has no tag for this marketplace.',
  page_not_paid: 'Amazon pays no commission for this page.',
  target_too_long: 'The destination would be too long with your tag.',
  target_unreadable: 'The destination could not be read.',
}

/** Maximum number of stored migration runs per project. The next run replaces the oldest. */
export const amazonMigrationsPerProject = 10
export const amazonMigrationPageSize = 50

export const amazonMigrationMessages = {
  trackingIdRequired: 'Please enter your Amazon tracking ID',
  tagNotSaved: 'This tag is not saved in your Amazon integration. Save it there first: the migration uses the saved tags.',
  started: 'Migration Started',
  failed: 'Migration failed. Please try again.',
  stopped: 'The migration was stopped.',
  undoFailed: 'The undo failed, after several attempts.',
  startFailed: 'The migration could not be started. Please try again.',
} as const

export function formatAmazonMigrationCompletedMessage(links: number): string {
  return `Migration completed successfully! ${links.toLocaleString('en')} links were processed.`
}

const count = z.number().int()
const outcome = z.enum(amazonMigrationOutcomes)

/** A migration run. It covers all links that the project had when the run started. */
const amazonMigrationRun = z.object({
  migration_id: uuid,
  status: z.enum(amazonMigrationStates),
  /** In percent. */
  progress: count,
  linksFound: count,
  linksProcessed: count,
  error: z.string().nullable(),
  outcomes: z.record(outcome, count),
  started_at: instant,
  finished_at: instant.nullable(),
  /**
   * Null if no undo was started. `left` counts the links that were changed or deleted after the run. The undo does not
   * change them.
   */
  undo: z.object({ status: z.enum(amazonMigrationUndoStates), restored: count, left: count }).nullable(),
})

/**
 * The latest migration run. `migration_id`, `status` and `started_at` are null if there is no run, or if the latest run
 * was undone.
 */
export const amazonMigration = amazonMigrationRun.extend({
  migration_id: z.nullable(uuid),
  status: z.enum(amazonMigrationStates).nullable(),
  started_at: instant.nullable(),
})

const amazonMigrationLink = z.object({
  url_id: uuid,
  /** The link in its current state; null if it was deleted. */
  link: link.nullable(),
  outcome,
  /** Why the link failed; null for other outcomes. */
  reason: z.enum(amazonMigrationReasons).nullable(),
  /** Null if the run did not change the destination. */
  target_before: z.string().nullable(),
  target_after: z.string().nullable(),
  /**
   * Additional destinations of the link that the run changed. Visitors from the country or Amazon marketplace in
   * `place` are redirected to them.
   */
  shops: z.array(z.object({ place: z.string().nullable(), name: z.string().nullable(), before: z.string(), after: z.string() })),
  undo: z.enum(['restored', 'left']).nullable(),
})

export const amazonMigrationLinkQuery = z.strictObject({
  outcome: outcome.optional(),
  undo: z.enum(['restored', 'left']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(amazonMigrationPageSize),
  cursor: z.string().max(200).optional(),
})

/**
 * The form that starts a migration run. The tracking id is checked but not sent, because a run uses the tags of the
 * saved integration.
 */
export const amazonMigrationForm = mini.object({ trackingId: visibleText(amazonMigrationMessages.trackingIdRequired) })

const base = '/v1/{orgId}/projects/{projectId}/migrations/amazon' as const
const oneRun = projectParams.extend({ migrationId: amazonMigrationId })

export const amazonMigrations = {
  get: call({ method: 'GET', path: base, summary: 'Read the state of the Amazon migration; status is null if there was none' })
    .input(z.object({ params: projectParams }))
    .output(amazonMigration),
  start: call({
    method: 'POST',
    path: base,
    successStatus: 202,
    summary:
      'Rewrite the destinations of links to Amazon with the tags of the saved integration, in the background. If a run is already running, no other run is started',
    ownerTask: 'amazonMigration',
  })
    .input(z.object({ params: projectParams }))
    .output(amazonMigrationRun)
    .errors(errors('AMAZON_INTEGRATION_REQUIRED', 'AMAZON_MIGRATION_RUNNING')),
  list: call({ method: 'GET', path: `${base}/runs`, summary: 'The runs of the Amazon migration, latest first' })
    .input(z.object({ params: projectParams }))
    .output(z.array(amazonMigrationRun)),
  links: call({
    method: 'GET',
    path: `${base}/runs/{migrationId}/links`,
    outputStructure: 'detailed',
    summary: 'The outcome of each link in a run; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: oneRun, query: amazonMigrationLinkQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(amazonMigrationLink) }))
    .errors(errors('AMAZON_MIGRATION_NOT_FOUND')),
  report: call({
    method: 'GET',
    path: `${base}/runs/{migrationId}/report`,
    outputStructure: 'detailed',
    summary: 'The outcome of each link in a run, as a CSV file',
    concurrency: 'downloads',
    spec: describeCsv,
  })
    .input(z.object({ params: oneRun }))
    .output(csvFile)
    .errors(errors('AMAZON_MIGRATION_NOT_FOUND')),
  stop: call({
    method: 'POST',
    path: `${base}/runs/{migrationId}/stop`,
    summary: 'Stop a run; its changes stay, and can be undone',
    ownerTask: 'amazonMigration',
  })
    .input(z.object({ params: oneRun }))
    .output(amazonMigrationRun)
    .errors(errors('AMAZON_MIGRATION_NOT_FOUND')),
  undo: call({
    method: 'POST',
    path: `${base}/runs/{migrationId}/undo`,
    successStatus: 202,
    summary:
      'Undo a run in the background: its links get their earlier destinations back. Links that were changed since stay unchanged. A failed undo continues where it stopped',
    ownerTask: 'amazonMigration',
  })
    .input(z.object({ params: oneRun }))
    .output(amazonMigrationRun)
    .errors(errors('AMAZON_MIGRATION_NOT_FOUND', 'AMAZON_MIGRATION_RUNNING')),
}

export type AmazonMigration = z.infer<typeof amazonMigration>
export type AmazonMigrationRun = z.infer<typeof amazonMigrationRun>
export type AmazonMigrationLink = z.infer<typeof amazonMigrationLink>
export type AmazonMigrationLinkQuery = z.output<typeof amazonMigrationLinkQuery>
