import type { Config } from '../config.ts'
import { openClickHouse } from '../platform/clickhouse.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { openMailer } from '../platform/mail.ts'
import type { Platform } from '../platform/platform.ts'
import { openPostgres } from '../platform/postgres.ts'
import { StartProblem } from '../platform/start-problem.ts'
import { makePictureFetch } from '../qr/index.ts'

/** The tools of a process on the owners' side. */
export function openPlatform(config: Config, log: Log): Platform & { close(): Promise<void> } {
  const db = openPostgres(databaseUrlOf(config), 'linkshelf_app')
  const clickhouse = openClickHouse(clickhouseUrlOf(config))
  const mail = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log)
  return {
    db,
    clickhouse,
    mail,
    fetchPicture: makePictureFetch({
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
  throw new StartProblem(`${setting} names no server. Set it, or use \`linkshelf start\`, which brings its own.`)
}
