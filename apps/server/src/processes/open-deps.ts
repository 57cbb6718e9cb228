import type { Config } from '../config.ts'
import type { DatabaseAccount } from '../databases/database-accounts.ts'
import { createIconFetch, toRequestableAddress } from '../links/index.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { systemClock } from '../platform/clock.ts'
import type { Deps } from '../platform/deps.ts'
import { createDnsQueries } from '../platform/http/dns-queries.ts'
import { createGuardedFetch } from '../platform/http/guarded-fetch.ts'
import { systemIds } from '../platform/ids.ts'
import { openMailer } from '../platform/mail/mail.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { parseInChild } from '../platform/process/confined/parse-in-child.ts'
import { createDiskSpace, storageFolders } from '../platform/process/disk-space.ts'
import type { Log } from '../platform/process/log.ts'
import { createFontFetch, createImageFetch } from '../uploads/index.ts'
import { clickhouseUrlOf, databaseUrlOf } from './stores.ts'

/** The dependencies of a process that signs in as `account`. */
export function openDeps(config: Config, account: DatabaseAccount, log: Log): Deps & { close(): Promise<void> } {
  const db = openPostgres(databaseUrlOf(config, account))
  // Jobs and `ship` read what they write: rollups, and clicks that may be stored already.
  const clickhouse = openClickHouse(clickhouseUrlOf(config, account === 'api' ? 'reader' : 'writer'), { log })
  const mail = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log)
  return {
    db,
    clickhouse,
    clickhouseWriter: clickhouse,
    mail,
    fetchPage: createGuardedFetch({
      userAgent: config.linkChecks.userAgent,
      allowedPrivateAddresses: config.allowedPrivateAddresses,
      toRequest: toRequestableAddress,
    }),
    fetchDestination: createGuardedFetch({
      userAgent: config.linkChecks.userAgent,
      allowedPrivateAddresses: config.allowedPrivateAddresses,
      maxRedirects: 0,
    }),
    fetchImage: createImageFetch({
      userAgent: `LinkshelfPictures/1.0 (+${config.linksUrl})`,
      allowedPrivateAddresses: config.allowedPrivateAddresses,
    }),
    fetchIcon: createIconFetch({
      userAgent: config.linkChecks.userAgent,
      allowedPrivateAddresses: config.allowedPrivateAddresses,
    }),
    fetchFont: createFontFetch({
      userAgent: `LinkshelfFonts/1.0 (+${config.linksUrl})`,
      allowedPrivateAddresses: config.allowedPrivateAddresses,
    }),
    dns: createDnsQueries({ servers: config.dnsServers }),
    parseForeignFile: parseInChild,
    diskSpace: createDiskSpace({ folders: storageFolders(config.dataFolder), minFreeBytes: config.minFreeDiskBytes }),
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
      mail.close()
      await Promise.all([db.destroy(), clickhouse.close()])
    },
  }
}
