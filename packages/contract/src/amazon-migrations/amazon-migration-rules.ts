export const amazonMigrationStates = ['pending', 'in_progress', 'completed', 'failed'] as const
export type AmazonMigrationState = (typeof amazonMigrationStates)[number]

/** `failed`: it stopped on the way, and continues when it is started again. */
export const amazonMigrationUndoStates = ['in_progress', 'completed', 'failed'] as const
export type AmazonMigrationUndoState = (typeof amazonMigrationUndoStates)[number]

/** The outcome of a run for a link, in the order of the screen. */
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

/** Why a link failed. */
export const amazonMigrationReasons = ['market_without_tag', 'page_not_paid', 'target_too_long', 'target_unreadable'] as const
export type AmazonMigrationReason = (typeof amazonMigrationReasons)[number]

export const amazonMigrationOutcomeLabels: Record<AmazonMigrationOutcome, string> = {
  tagged: 'Tagged',
  retagged: 'Retagged',
  needs_resolution: 'Short links',
  failed: 'Not possible',
  skipped_already_tagged: 'Already yours',
  skipped_without_affiliation: 'Without affiliation',
  skipped_not_amazon: 'Not Amazon',
}

export const amazonMigrationReasonTexts: Record<AmazonMigrationReason, string> = {
  market_without_tag: 'Your integration has no tag for this marketplace.',
  page_not_paid: 'Amazon pays no commission for this page.',
  target_too_long: 'The address would be too long with your tag.',
  target_unreadable: 'The address could not be read.',
}

/** How many runs of a project are stored; a further one replaces the oldest. */
export const amazonMigrationsPerProject = 10
export const amazonMigrationPageSize = 50

export const amazonMigrationMessages = {
  trackingIdRequired: 'Please enter your Amazon tracking ID',
  tagNotSaved: 'This is none of the tags of your integration, which the migration uses. Save it there first.',
  started: 'Migration Started',
  failed: 'Migration failed. Please try again.',
  stopped: 'The migration was stopped.',
  undoFailed: 'The undo failed, after several attempts.',
  startFailed: 'The migration could not be started. Please try again.',
} as const

export function amazonMigrationCompletedMessage(links: number): string {
  return `Migration completed successfully! ${links.toLocaleString('en')} links were processed.`
}
