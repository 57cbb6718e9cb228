import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../process/log.ts'
import { composeEmail, type Email } from './compose-email.ts'

export type { Email }

export interface Mailer {
  /** Resolves when the letter is handed over (SMTP) or on disk (outbox). */
  send(letter: Email): Promise<void>
}

export interface MailSettings {
  /** smtp://user:password@host:port, or smtps:// for TLS from the first byte. Without it letters go to the outbox. */
  smtpUrl: string | undefined
  /** The sender, as it stands in a From line. */
  from: string
  /** `outbox/` lies in here. */
  dataFolder: string
}

/** By SMTP when there is a server, otherwise into the local outbox. Close it when no more letters come. */
export function openMailer({ smtpUrl, from, dataFolder }: MailSettings, log: Log): Mailer & { close(): void } {
  return smtpUrl === undefined ? openOutbox(join(dataFolder, 'outbox'), from, log) : openSmtp(smtpUrl, from)
}

function openSmtp(url: string, from: string): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send({ replyTo, ...letter }) {
      // As an object it is one address, whatever is in it: a text would be read as a list.
      await transport.sendMail({ from, ...letter, ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }) })
    },
    close: () => transport.close(),
  }
}

/** One `.eml` a letter, readable as text and opened by any mail program. It exists whole or not at all, and only its owner may read it. */
function openOutbox(folder: string, from: string, log: Log): Mailer & { close(): void } {
  return {
    async send(letter) {
      const sentAt = new Date()
      const name = `${sentAt.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
      const [hidden, file] = [join(folder, `.${name}.part`), join(folder, `${name}.eml`)]
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(hidden, composeEmail(letter, from, sentAt), { mode: 0o600, flag: 'wx', flush: true })
      await rename(hidden, file)
      log.info({ file }, 'No mail server is set (SMTP_URL), so this letter waits in the outbox')
    },
    close: () => undefined,
  }
}
