import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface OutboxEmail {
  /** The value of the Date header. */
  date: string
  to: string
  subject: string
  /** The plain text part. */
  text: string
}

/** Lists the files of an outbox, newest first: their names begin with the time. Empty if there is no outbox yet. */
export async function listOutbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/**
 * Reads an email as the outbox writes it. Removes characters that control a terminal, because subjects and texts
 * contain words that users wrote.
 */
export async function readOutboxEmail(file: string): Promise<OutboxEmail> {
  const message = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  const head = message.slice(0, message.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
  const header = (name: string) => toPrintable(new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1] ?? '')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const part = message.split(`\n--${boundary}`).find((one) => one.startsWith('\nContent-Type: text/plain')) ?? ''
  const text = part.slice(part.indexOf('\n\n') + 2)
  return { date: header('Date'), to: header('To'), subject: toPrintable(decodeWords(header('Subject'))), text: toPrintable(text) }
}

/** Decodes encoded words (RFC 2047) in UTF-8, as nodemailer writes them. */
function decodeWords(subject: string): string {
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_word, encoding: string, encoded: string) => {
      if (encoding.toUpperCase() === 'B') return Buffer.from(encoded, 'base64').toString()
      const bytes = encoded
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/gi, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString()
    })
}

function toPrintable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}
