import type { Config } from '../config.ts'
import { prepareClickHouse, prepareDatabase } from '../database.ts'
import { clickhouseUrlOf, databaseUrlOf } from './open-deps.ts'

/** What `linkshelf start` does to the stores before anything else, for a fleet that has no such start. */
export async function runMigrate(config: Config): Promise<void> {
  await prepareDatabase(databaseUrlOf(config))
  await prepareClickHouse(clickhouseUrlOf(config), config)
}
