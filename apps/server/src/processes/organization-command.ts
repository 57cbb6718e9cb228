import type { Config } from '../config.ts'
import { setOrganization } from '../organizations/index.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { findAddresses } from '../platform/process/data-directory-lock.ts'
import { databaseUrlOf } from './open-deps.ts'

/** The operator's own hand on an organization's plan and gates; works on the embedded database of a running instance when no other is named. */
export async function runOrganizationCommand(config: Config, [id = '', ...settings]: string[]): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await findAddresses(config.dataFolder))?.databaseUrl ?? databaseUrlOf(config)
  const db = openPostgres(databaseUrl, 'linkshelf_app', { size: 1 })
  try {
    await setOrganization(db, id, settings)
  } finally {
    await db.destroy()
  }
}
