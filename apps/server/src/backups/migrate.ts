/** The part of the module that every start loads, to prepare the databases. */

export { openListUpdates } from './erasures/open-list-updates.ts'
export { isDatabasePaused, pausedRetentionMonths } from './pause.ts'
export { assertRestoreEnded } from './restore-marker.ts'
export { openBackupTarget } from './targets/backup-target.ts'
