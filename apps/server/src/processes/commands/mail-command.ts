import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { renderOperatorEmail } from '@linkshelf/emails'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { createMailing, previewMailing } from '../../notifications/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { findStores, getDatabaseUrl } from '../stores.ts'

const usage = 'Usage: linkshelf mail product_change|marketing --subject "…" --text <file.md> [--dry-run]'

/** The input of the command. It can name only the notifications that the operator sends. */
const mailingInput = z.object({
  notification: z.enum(['product_change', 'marketing'], { error: 'The first word has to be product_change or marketing.' }),
  subject: z
    .string({ error: '--subject is missing.' })
    .trim()
    .min(1, { error: '--subject is empty.' })
    .max(200, { error: '--subject has more than 200 characters.' })
    .regex(/^[^\r\n]*$/, { error: '--subject has more than one line.' }),
  text: z
    .string({ error: '--text is missing: the name of a file with the text in Markdown.' })
    .trim()
    .min(1, { error: 'The file of --text is empty.' }),
})

/**
 * Enqueues an email for every user who has turned the notification on. Jobs send the email. With --dry-run, only prints
 * the email and how many users would get it.
 */
export async function runMail(config: Config, _log: Log, args: string[]): Promise<void> {
  const { mailing, isDryRun } = await readInput(args)
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.jobs ?? getDatabaseUrl(config, 'jobs'), { size: 1 })
  try {
    if (isDryRun) {
      const { remaining, enqueuedEarlier } = await previewMailing({ db }, mailing)
      const settingsUrl = `${config.appUrl}/settings/notifications`
      const { subject, text } = renderOperatorEmail({ ...mailing, settingsUrl, unsubscribeUrl: `${config.appUrl}/unsubscribe/…` })
      process.stdout.write(
        `Subject: ${subject}\n\n${text}\n\nUsers who would get it: ${remaining}. Earlier: ${enqueuedEarlier}. Nothing was sent.\n`,
      )
    } else {
      const { enqueued, enqueuedEarlier } = await createMailing({ db, clock: systemClock, ids: systemIds }, mailing)
      process.stdout.write(`Enqueued for ${enqueued} users. Earlier: ${enqueuedEarlier}.\n`)
    }
  } finally {
    await db.destroy()
  }
}

async function readInput(args: string[]) {
  const { positionals, values } = parseInput(args)
  const [notification, ...others] = positionals
  // Other words are the rest of a subject that is not in quotes. An incomplete subject must not be sent to everyone.
  if (others.length > 0) failUsage(`Unexpected: ${others.join(' ')}. Put the subject in quotes.`)
  const text = values.text === undefined ? undefined : await readText(values.text)
  const mailing = mailingInput.safeParse({ notification, subject: values.subject, text })
  if (!mailing.success) return failUsage(mailing.error.issues.map(({ message }) => message).join('\n'))
  return { mailing: mailing.data, isDryRun: values['dry-run'] === true }
}

function parseInput(args: string[]) {
  const options = { subject: { type: 'string' }, text: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return failUsage((error as Error).message)
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    return failUsage(`The file of --text can't be read: ${(error as Error).message}`)
  }
}

function failUsage(reason: string): never {
  throw new StartError(`${usage}\n${reason}`)
}
