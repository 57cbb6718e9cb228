import { withConnection } from '../platform/postgres/with-connection.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Manifest } from './backup-format.ts'
import { findInstanceIdentity } from './instance-identity.ts'
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

export interface ListedBackup {
  name: string
  /** Where the back-up is: a path or an address. */
  location: string
  manifest: Manifest
}

/** Returns the back-ups of the database, newest first. Omits back-ups that this release can't read. */
export async function listDatabaseBackups(databaseUrl: string, target: BackupTarget): Promise<ListedBackup[]> {
  const createdAt = await findCreationTime(databaseUrl)
  return (await listReadableBackups(target)).filter(({ manifest }) => manifest.postgres.createdAt === createdAt).reverse()
}

/**
 * Returns the complete back-ups of this instance, oldest first. Omits back-ups that this release can't read. A back-up
 * that names no instance was made before the upgrade that created the instance's id. It belongs to this instance if its
 * database was created at the same time.
 */
export async function listOwnBackups(databaseUrl: string, target: BackupTarget): Promise<ListedBackup[]> {
  const identity = await withConnection(databaseUrl, findInstanceIdentity)
  const createdAt = await findCreationTime(databaseUrl)
  const isOwn = ({ instance, postgres }: Manifest) =>
    instance === undefined ? (postgres.createdAt ?? createdAt) === createdAt : instance === identity?.id
  return (await listReadableBackups(target)).filter(({ manifest }) => isOwn(manifest))
}

async function listReadableBackups(target: BackupTarget): Promise<ListedBackup[]> {
  const backups: ListedBackup[] = []
  for (const name of await target.listBackups()) {
    const reader = target.openBackup(name)
    const manifest = await reader.readManifest().catch(ignoreStartError)
    if (manifest !== undefined) backups.push({ name, location: reader.location, manifest })
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
