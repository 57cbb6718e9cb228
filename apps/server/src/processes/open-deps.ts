import { isPaused } from '../backups/index.ts'
import type { Config } from '../config.ts'
import { createIconFetch, toRequestableAddress } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createDiskSpace, listStorageFolders } from '../platform/disk-space.ts'
import { createDnsQueries } from '../platform/http/dns-queries.ts'
import { createGuardedFetch } from '../platform/http/guarded-fetch.ts'
import { type Mailer, openMailer } from '../platform/mail/mail.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import { parseInChild } from '../platform/process/confined/parse-in-child.ts'
import type { Log } from '../platform/process/log.ts'
import { type Billing, openBilling } from '../subscriptions/index.ts'
import { createFontFetch, createImageFetch } from '../uploads/index.ts'
import { type Google, openGoogle } from '../youtube-channels/index.ts'
import { openClickDeps } from './open-click-deps.ts'
import { readGoogleSecrets } from './stored-secrets.ts'

/** Opens the dependencies of a process that serves owners and signs in as `account`. */
export function openDeps(config: Config, account: 'api' | 'jobs', log: Log): Deps & { close(): Promise<void> } {
  const clickDeps = openClickDeps(config, account, log)
  const guard = { allowedPrivateAddresses: config.allowedPrivateAddresses, isPaused: () => isPaused(clickDeps.db) }
  const mail = pauseEmails(openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log), guard)
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
    dns: createDnsQueries({ servers: config.dnsServers, isPaused: guard.isPaused }),
    parseForeignFile: parseInChild,
    diskSpace: createDiskSpace({ folders: listStorageFolders(config.dataFolder), minFreeBytes: config.minFreeDiskBytes }),
    async close() {
      mail.close()
      await clickDeps.close()
    },
  }
}

function pauseEmails<Opened extends Mailer>(mailer: Opened, { isPaused }: { isPaused: () => Promise<boolean> }): Opened {
  return {
    ...mailer,
    async send(email) {
      if (await isPaused()) throw new Error('Emails are paused')
      await mailer.send(email)
    },
  }
}

/** Opens the clients of Stripe and Google. While the instance is paused, their requests fail. */
export async function openServices(config: Config, db: Db): Promise<{ billing: Billing; google: Google }> {
  const isNowPaused = () => isPaused(db)
  return {
    billing: await openBilling(config.stripe, isNowPaused),
    google: await openGoogle(config.google, await readGoogleSecrets(config), isNowPaused),
  }
}
