/** The part of the module that every start loads, to prepare the databases. */

export { findUsableBackup } from './database-backups.ts'
export { openListUpdates } from './erasures/open-list-updates.ts'
export { pruneTables } from './erasures/stored-time.ts'
export { isDatabasePaused, pausedRetentionMonths } from './pause.ts'
export { assertRestoreEnded } from './restore-marker.ts'
export { type BackupStatus, findBackupStatusIfMigrated } from './runs/backup-status.ts'
export { openBackupSchedule, type ScheduleOptions } from './runs/open-backup-schedule.ts'
export { openBackupTarget } from './targets/backup-target.ts'
