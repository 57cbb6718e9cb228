import type { Config } from '../config.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { systemClock } from '../platform/clock.ts'
import type { Deps } from '../platform/deps.ts'
import { systemIds } from '../platform/ids.ts'
import { openMailer } from '../platform/mail/mail.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { createImageFetch } from '../qr/index.ts'

/** The dependencies of a process on the owners' side. */
export function openDeps(config: Config, log: Log): Deps & { close(): Promise<void> } {
  const db = openPostgres(databaseUrlOf(config), 'linkshelf_app')
  const clickhouse = openClickHouse(clickhouseUrlOf(config))
  const mail = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log)
  return {
    db,
    clickhouse,
    mail,
    fetchImage: createImageFetch({
      userAgent: `LinkshelfPictures/1.0 (+${config.linksUrl})`,
      allowedPrivateAddresses: config.allowedPrivateAddresses,
    }),
    clock: systemClock,
    ids: systemIds,
    log,
    origins: { app: config.appUrl, public: config.linksUrl },
    async close() {
      mail.close()
      await Promise.all([db.destroy(), clickhouse.close()])
    },
  }
}

export function databaseUrlOf(config: Config): string {
  return config.databaseUrl ?? missing('DATABASE_URL')
}

export function clickhouseUrlOf(config: Config): string {
  return config.clickhouseUrl ?? missing('CLICKHOUSE_URL')
}

function missing(setting: string): never {
  throw new StartError(`${setting} names no server. Set it, or use \`linkshelf start\`, which brings its own.`)
}
