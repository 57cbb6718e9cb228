import { isPaused } from '../backups/index.ts'
import type { Config } from '../config.ts'
import { createIconFetch, toRequestableAddress } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createDiskSpace, listStorageFolders } from '../platform/disk-space.ts'
import { createDnsQueries } from '../platform/http/dns-queries.ts'
import { createGuardedFetch } from '../platform/http/guarded-fetch.ts'
import { openMailer } from '../platform/mail/mail.ts'
import { parseInChild } from '../platform/process/confined/parse-in-child.ts'
import type { Log } from '../platform/process/log.ts'
import { createFontFetch, createImageFetch } from '../uploads/index.ts'
import { openClickDeps } from './open-click-deps.ts'

/** Opens the dependencies of a process that serves owners and signs in as `account`. */
export function openDeps(config: Config, account: 'api' | 'jobs', log: Log): Deps & { close(): Promise<void> } {
  const clickDeps = openClickDeps(config, account, log)
  const guard = { allowedPrivateAddresses: config.allowedPrivateAddresses, isPaused: () => isPaused(clickDeps.db) }
  const mail = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log)
  return {
    ...clickDeps,
    mail,
    fetchPage: createGuardedFetch({
      ...guard,
      userAgent: config.linkChecks.userAgent,
      toRequest: toRequestableAddress,
    }),
    fetchDestination: createGuardedFetch({
      ...guard,
      userAgent: config.linkChecks.userAgent,
      maxRedirects: 0,
    }),
    fetchImage: createImageFetch({
      ...guard,
      userAgent: `LinkshelfPictures/1.0 (+${config.linksUrl})`,
    }),
    fetchIcon: createIconFetch({
      ...guard,
      userAgent: config.linkChecks.userAgent,
    }),
    fetchFont: createFontFetch({
      ...guard,
      userAgent: `LinkshelfFonts/1.0 (+${config.linksUrl})`,
    }),
    dns: createDnsQueries({ servers: config.dnsServers }),
    parseForeignFile: parseInChild,
    diskSpace: createDiskSpace({ folders: listStorageFolders(config.dataFolder), minFreeBytes: config.minFreeDiskBytes }),
    async close() {
      mail.close()
      await clickDeps.close()
    },
  }
}
