/**
 * Makes back-ups of both databases, and restores them into empty databases. A restored instance is paused until it is
 * resumed.
 */

export type { Manifest as BackupManifest } from './backup-format.ts'
export { createBackup } from './create-backup.ts'
export type { RepeatedErasures } from './erasures/repeat-erasures.ts'
export { createListUpdates } from './erasures/update-lists.ts'
export { isPaused, resume, watchResume } from './pause.ts'
export { restoreBackup } from './restore-backup.ts'
export { type BackupStatus, findBackupStatus } from './runs/backup-status.ts'
export { checkBackup, checkNewestBackup } from './runs/check-backup.ts'
export { makeStoredBackup } from './runs/make-stored-backup.ts'
export { backupJobs } from './runs/report-failure.ts'
export type { SecretTable } from './secrets.ts'
export {
  type BackupReader,
  type BackupTarget,
  type BackupWriter,
  openBackup,
  openBackupTarget,
  toTargetFolder,
} from './targets/backup-target.ts'
export { backUpBeforeUpgrade, type UpgradeBackup } from './upgrade-backup.ts'
