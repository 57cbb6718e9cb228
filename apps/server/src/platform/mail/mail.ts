import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import type { Log } from '../process/log.ts'

export interface Email {
  /** The kind of email. `limitEmails` counts emails of one kind to one address. */
  kind: string
  /** Texts that differ between emails of one kind. A summary of several emails repeats them. */
  details?: readonly string[]
  /** The address of the recipient, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** The address for replies, without a name. If omitted, replies go to the sender. */
  replyTo?: string
  /** A POST to this URL stops emails of this kind, without sign-in (RFC 8058). */
  unsubscribeUrl?: string
  /**
   * Emails with the same key have the same Message-ID. If an email is sent again, mail servers and mail programs that
   * look for duplicates show it once.
   */
  key?: string
}

/** The mail server says that the recipient does not exist and that trying again is useless. */
export class RecipientRejectedError extends Error {}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the email (SMTP) or the file is on disk (outbox). Rejects with a
   * RecipientRejectedError if the address does not exist.
   */
  send(email: Email): Promise<void>
  /** Whether emails reach their recipients. Emails in the outbox are read only by the operator. */
  reachesRecipients?: boolean
}

export interface MailSettings {
  /**
   * `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. With `smtp://`, the server must offer
   * STARTTLS, except if it runs on this machine or the URL has `?tls=off`. If undefined, emails are written to the
   * outbox.
   */
  smtpUrl: string | undefined
  /** The sender, as in a From header: `Linkshelf <no-reply@example.com>`. */
  from: string
  /** The folder that contains `outbox/`. */
  dataFolder: string
}

/** Opens a mailer. It sends by SMTP if a server is configured. Otherwise it writes to the local outbox. */
export function openMailer({ smtpUrl, from, dataFolder }: MailSettings, log: Log): Mailer & { close(): void } {
  return smtpUrl === undefined ? openOutbox(join(dataFolder, 'outbox'), from, log) : openSmtp(smtpUrl, from)
}

/**
 * Returns whether an `smtp://` server must offer STARTTLS. Without TLS, anyone on the network path could read the links
 * of password resets. If TLS were optional, they could remove the server's offer of TLS. A server on this machine does
 * not need TLS, because nothing leaves the machine. `?tls=off` and `?tls=required` override this.
 */
export function needsStartTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  const tls = searchParams.get('tls')
  if (protocol === 'smtps:' || tls !== null) return protocol === 'smtp:' && tls !== 'off'
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Removes the parameter `tls`, which has another meaning for the library. */
function removeTlsParameter(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.delete('tls')
  return url.href
}

function openSmtp(url: string, from: string): Mailer & { close(): void } {
  const requireTLS = needsStartTls(url)
  const transport = createTransport({
    url: removeTlsParameter(url),
    requireTLS,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    reachesRecipients: true,
    async send({ text, html, ...email }) {
      await transport.sendMail({ ...toHeaders(email, from), text, html }).catch((error: Error) => {
        removeAddress(error, email.to)
        if (isRecipientRejected(error)) throw new RecipientRejectedError(error.message, { cause: error })
        throw requireTLS && isTlsMissing(error) ? new Error(formatTlsMissing(url), { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}

/** Removes the recipient's address from an error, because errors of jobs are logged. Servers repeat the address. */
function removeAddress(error: Error, address: string): void {
  const pattern = new RegExp(RegExp.escape(address), 'gi')
  error.message = error.message.replace(pattern, 'the recipient')
  error.stack = error.stack?.replace(pattern, 'the recipient') ?? error.message
}

/** Returns whether the server does not know STARTTLS, or rejects it. */
function isTlsMissing(error: Error): boolean {
  const { code, command, response } = error as Error & { code?: string; command?: string; response?: string | false }
  return (code === 'ETLS' && command === 'STARTTLS' && Boolean(response)) || (command === 'EHLO' && /STARTTLS/.test(error.message))
}

function formatTlsMissing(url: string): string {
  return `The mail server ${new URL(url).host} (SMTP_URL) offers no TLS, so the email was not sent. Use a server that does, or allow emails in the clear with ?tls=off at the end of the URL.`
}

/**
 * Opens a mailer that writes one `.eml` file per email. The file is readable as text, can be opened by any mail
 * program, and can be read only by its owner. It is written whole or not at all.
 */
function openOutbox(folder: string, from: string, log: Log): Mailer & { close(): void } {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send({ text, html, ...email }) {
      const alternatives = [createUnencodedPart('text/plain', text), createUnencodedPart('text/html', html)]
      const { message } = await composer.sendMail({ ...toHeaders(email, from), alternatives })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
      const [partFile, file] = [join(folder, `.${name}.part`), join(folder, `${name}.eml`)]
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(partFile, message, { mode: 0o600, flag: 'wx', flush: true })
      await rename(partFile, file)
      log.info({ file }, 'No mail server is configured (SMTP_URL): the email was written to the outbox')
    },
    close: () => undefined,
  }
}

/**
 * Returns whether the server permanently rejected the recipient's mailbox. False if it rejected the sender or the
 * content (5.7.1 and others), because it may then accept the next email.
 */
function isRecipientRejected(error: Error): boolean {
  const { command, response = '' } = error as Error & { command?: string; response?: string }
  const [, status, enhanced] = /^(5\d\d)[ -](?:(5\.\d+\.\d+) )?/.exec(response) ?? []
  if (command !== 'RCPT TO' || status === undefined) return false
  return enhanced === undefined ? ['550', '551', '553'].includes(status) : enhanced.startsWith('5.1.') || enhanced === '5.2.1'
}

function toHeaders({ to, replyTo, subject, unsubscribeUrl, key }: Omit<Email, 'text' | 'html'>, from: string): SendMailOptions {
  const isEncoded = looksEncoded(subject)
  return {
    from,
    to: toOneAddress(to),
    ...(key !== undefined && { messageId: createMessageId(key, from) }),
    ...(replyTo !== undefined && { replyTo: toOneAddress(replyTo) }),
    ...(!isEncoded && { subject }),
    headers: {
      ...(isEncoded && { subject: encodeSubject(subject) }),
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/**
 * Returns the same Message-ID for the same key. It contains a hash, because a key can have characters that a Message-ID
 * can't have. Its domain is the domain of the sender, as RFC 5322 recommends.
 */
function createMessageId(key: string, from: string): string {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`
}

/**
 * Returns the address as an object, which nodemailer treats as one address, whatever characters it has. nodemailer
 * would parse a string as a list of addresses.
 */
function toOneAddress(address: string): { name: string; address: string } {
  return { name: '', address }
}

/**
 * Returns whether the subject looks like an encoded word (RFC 2047). nodemailer does not encode an ASCII subject, so
 * mail programs would decode it.
 */
function looksEncoded(subject: string): boolean {
  return subject.includes('=?')
}

/** Encodes a subject. With 52 characters per word, a folded line is within the 76 characters that RFC 2047 allows. */
function encodeSubject(subject: string): { prepared: true; foldLines: true; value: string } {
  return { prepared: true, foldLines: true, value: encodeWord(subject, 'B', 52) }
}

/**
 * Creates a part of an email in the outbox. The part is 8bit and not quoted-printable, so that a link can be copied
 * from the file when it is opened as text. Only the outbox uses such parts, because some SMTP servers do not accept
 * 8bit.
 */
function createUnencodedPart(type: 'text/plain' | 'text/html', content: string): { raw: string } {
  return { raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}` }
}
