import type { Config } from '../config.ts'
import { prepareClickHouse, prepareDatabase } from '../database.ts'
import { clickhouseUrlOf, databaseUrlOf } from './open-platform.ts'

/** What `linkshelf start` does to the stores before anything else, for a fleet that has no such start. */
export async function migrateStores(config: Config): Promise<void> {
  await prepareDatabase(databaseUrlOf(config))
  await prepareClickHouse(clickhouseUrlOf(config), config)
}
