import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUpBeforeUpgrade, openBackup, openBackupTarget, restoreBackup } from '../../src/backups/index.ts'
import { clickhouseFolder, postgresFolder } from '../../src/databases/newer-databases.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { withConnection } from '../../src/platform/postgres/with-connection.ts'
import { createEmptyStores } from '../databases/create-empty-stores.ts'
import type { LoadedRelease } from './load-release.ts'

/** Backs up the release's databases as an upgrade does before its first statement. Returns the restored databases. */
export async function restoreUpgradeBackup(release: LoadedRelease): Promise<LoadedRelease> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  const folders = { postgresFolder, clickhouseFolder }
  const { databaseUrl, clickhouseUrl } = release
  const { location } = await backUpBeforeUpgrade({
    ...{ databaseUrl, clickhouseUrl, ...folders },
    target: openBackupTarget(folder.path),
    clock: systemClock,
    folder: undefined,
  })
  const databases = await createEmptyStores()
  try {
    await restoreBackup({ backup: openBackup(location), ...databases, cluster: undefined, ...folders })
    await copySalts(databaseUrl, databases.databaseUrl)
  } catch (error) {
    await databases[Symbol.asyncDispose]()
    throw error
  }
  return { ...release, ...databases }
}

/** Copies the salts of visitors, which a back-up omits. Without them, visitors of the journal would get other ids. */
async function copySalts(from: string, to: string): Promise<void> {
  const { rows } = await withConnection(from, (client) => client.query('select json_agg(s) as salts from visitor_salts s'))
  const insert = 'insert into visitor_salts select * from json_populate_recordset(null::visitor_salts, $1)'
  await withConnection(to, (client) => client.query(insert, [JSON.stringify(rows[0]?.salts ?? [])]))
}
