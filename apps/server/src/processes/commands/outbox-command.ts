import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { listOutbox, readOutboxEmail } from '../../platform/mail/outbox.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'

const listed = 20

/**
 * Without a number, lists the latest emails of the outbox with their numbers: 1 is the newest. With a number, prints
 * that email.
 */
export async function runOutbox({ dataFolder }: Config, _log: Log, [number]: string[]): Promise<void> {
  const files = await listOutbox(join(dataFolder, 'outbox'))
  if (number === undefined) return printList(files, dataFolder)
  const file = /^[1-9]\d*$/.test(number) ? files[Number(number) - 1] : undefined
  if (file === undefined) throw new StartError(`There is no email ${number}; the outbox has ${files.length}.`)
  const { date, to, subject, text } = await readOutboxEmail(file)
  process.stdout.write(`To: ${to}\nDate: ${date}\nSubject: ${subject}\nFile: ${file}\n\n${text}\n`)
}

async function printList(files: readonly string[], dataFolder: string): Promise<void> {
  if (files.length === 0) return void process.stdout.write(`The outbox of ${dataFolder} is empty.\n`)
  const emails = await Promise.all(files.slice(0, listed).map(readOutboxEmail))
  const lines = emails.map(({ date, to, subject }, index) => `${String(index + 1).padStart(3)}  ${date}  ${to}  ${subject}\n`)
  const more = files.length > listed ? `and ${files.length - listed} more\n` : ''
  process.stdout.write(`${lines.join('')}${more}linkshelf outbox <number> prints one.\n`)
}
