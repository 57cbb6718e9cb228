import type { Config } from '../config.ts'
import { prepareClickHouse, prepareDatabase } from '../database.ts'
import { clickhouseUrlOf, databaseUrlOf } from './open-deps.ts'

/** Migrates both databases, as `linkshelf start` does first, for a fleet that does not use `start`. */
export async function runMigrate(config: Config): Promise<void> {
  await prepareDatabase(databaseUrlOf(config))
  await prepareClickHouse(clickhouseUrlOf(config), config)
}
