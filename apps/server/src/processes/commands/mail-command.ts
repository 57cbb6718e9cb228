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
import { databaseUrlOf, findStores } from '../stores.ts'

const usage = 'Usage: linkshelf mail product_change|marketing --subject "…" --text <file.md> [--dry-run]'

/** Those that the operator sends. */
const mailingInput = z.object({
  notification: z.enum(['product_change', 'marketing']),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\r\n]*$/),
  text: z.string().trim().min(1),
})

/** Enqueues an email for every user who has this notification on; with --dry-run it prints the email and for how many. Jobs send it. */
export async function runMail(config: Config, _log: Log, args: string[]): Promise<void> {
  const { mailing, isDryRun } = await readInput(args)
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.jobs ?? databaseUrlOf(config, 'jobs'), { size: 1 })
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
  try {
    const options = { subject: { type: 'string' }, text: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const text = values.text === undefined ? undefined : await readFile(values.text, 'utf8')
    const mailing = mailingInput.parse({ notification: positionals[0], subject: values.subject, text })
    return { mailing, isDryRun: values['dry-run'] === true }
  } catch (error) {
    const reason = error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : (error as Error).message
    throw new StartError(`${usage}\nNot valid: ${reason}`)
  }
}
