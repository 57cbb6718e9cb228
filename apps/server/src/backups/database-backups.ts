import { withConnection } from '../platform/postgres/with-connection.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Manifest } from './backup-format.ts'
import { type BackupTarget, openBackupTarget } from './targets/backup-target.ts'

/** Returns the time of the first migration, which identifies the database. The database must have been migrated. */
export function findCreationTime(databaseUrl: string): Promise<string> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ createdAt: string }>(
      `select (min(applied_at) at time zone 'utc')::text as "createdAt" from schema_migrations`,
    )
    return rows[0]?.createdAt ?? ''
  })
}

export interface DatabaseBackup {
  location: string
  manifest: Manifest
}

/** Returns the back-ups of the database, newest first. Omits damaged back-ups. */
export async function listDatabaseBackups(databaseUrl: string, target: BackupTarget): Promise<DatabaseBackup[]> {
  const createdAt = await findCreationTime(databaseUrl)
  const backups: DatabaseBackup[] = []
  for (const name of (await target.listBackups()).reverse()) {
    const reader = target.openBackup(name)
    const manifest = await reader.readManifest().catch(ignoreStartError)
    if (manifest?.postgres.createdAt === createdAt) backups.push({ location: reader.location, manifest })
  }
  return backups
}

function ignoreStartError(error: unknown): undefined {
  if (!(error instanceof StartError)) throw error
}

/**
 * Finds the newest back-up of the database that a release with the migrations `names` can restore, because the back-up
 * has no other migrations. Returns where the back-up is. Undefined if there is no such back-up.
 */
export async function findUsableBackup(databaseUrl: string, target: string, names: ReadonlySet<string>): Promise<string | undefined> {
  const backups = await listDatabaseBackups(databaseUrl, openBackupTarget(target))
  return backups.find(({ manifest }) =>
    [...manifest.postgres.migrations, ...manifest.clickhouse.migrations].every((name) => names.has(name)),
  )?.location
}
