import { guardClickWrites } from '../clicks/index.ts'
import type { Config } from '../config.ts'
import type { DatabaseAccount } from '../databases/database-accounts.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { systemClock } from '../platform/clock.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { getClickHouseUrl, getDatabaseUrl } from './stores.ts'

/**
 * Opens the databases of a process that signs in as `account`, and adds the other dependencies that every operation
 * needs.
 */
export function openClickDeps(config: Config, account: DatabaseAccount, log: Log): ClickDeps & { close(): Promise<void> } {
  const db = openPostgres(getDatabaseUrl(config, account))
  // Jobs and `ship` use the writer, because they also read rows that they write: rollups, and clicks that may be stored
  // already.
  const opened = openClickHouse(getClickHouseUrl(config, account === 'api' ? 'reader' : 'writer'), { log })
  // A write to ClickHouse holds one of these connections until the write ends. The connections are in a pool of their
  // own, so that no other statement waits for one of them.
  const locks = account === 'api' ? undefined : openPostgres(getDatabaseUrl(config, account))
  const clickhouse = locks === undefined ? opened : guardClickWrites(opened, locks)
  return {
    db,
    clickhouse,
    clickhouseWriter: clickhouse,
    clock: systemClock,
    ids: systemIds,
    log,
    hasPlans: config.hasPlans,
    origins: {
      app: config.appUrl,
      public: config.linksUrl,
      publicAliases: { hosts: config.linksHosts, ports: [config.linksPort] },
    },
    async close() {
      await Promise.all([db.destroy(), locks?.destroy(), clickhouse.close()])
    },
  }
}
