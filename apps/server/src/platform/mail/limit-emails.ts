// Limits how many emails of one kind an address receives: five emails an hour. At the end of that hour, one summary
// counts the other emails and repeats their details. Nothing is dropped.
//
// An email is counted in one transaction before it is sent, with the id of its job. If the job runs again after a kill,
// or because the mail server was down, it finds its earlier decision and does not count the email twice. The job of a
// summary is added in the transaction that opens the summary. The job closes the summary before it sends it, so that a
// late email opens another summary. Afterwards the job deletes the summary. If the job is killed in between, it sends
// the same numbers again, under the same Message-ID.
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { enqueueJob, findRunningJobId } from '../jobs.ts'
import type { Db, Tx } from '../postgres/postgres.ts'
import {
  addToOpenSummary,
  closeSummary,
  deleteCountedBefore,
  deleteSummary,
  type EmailSummary,
  insertCountedEmail,
  insertSummary,
  lockRecipient,
  selectCountedEmail,
  selectSentSince,
} from './email-limit-table.ts'
import type { Email, Mailer } from './mail.ts'

const emailsPerHour = 5
const hourMs = 60 * 60_000

/** A summary with more details would be too long to read. */
export const maxDetails = 50

/** Jobs that send emails are retried for four days, so their counts must be stored for at least that time. */
const retentionMs = 7 * 24 * hourMs

/** A job with this name and the payload `{ summaryId }` must call `sendSummary`. */
export const sendEmailSummaryTask = 'send-email-summary'

/** With 25 attempts, retries last four days. A mail server may be down for a weekend. */
const maxAttempts = 25

interface LimitDeps {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Returns a mailer that limits emails of every kind for which `isLimited` returns true. `db` must use the database
 * account of the jobs process.
 */
export function limitEmails<Wrapped extends Mailer>(mailer: Wrapped, deps: LimitDeps, isLimited: (kind: string) => boolean): Wrapped {
  return {
    ...mailer,
    async send(email) {
      if (!isLimited(email.kind) || (await countEmail(deps, email)) === 'alone') await mailer.send(email)
    },
  }
}

/** Counts the email. Returns whether it has to be sent on its own, or is contained in a summary. */
async function countEmail({ db, clock, ids }: LimitDeps, email: Email): Promise<'alone' | 'in-summary'> {
  const recipientHash = createHash('sha256').update(`${email.kind}\0${email.to.toLowerCase()}`).digest()
  const source = findRunningJobId() ?? ids.next()
  return db.transaction().execute(async (tx) => {
    await lockRecipient(tx, recipientHash)
    const counted = await selectCountedEmail(tx, recipientHash, source)
    if (counted !== undefined) return counted.summary_id === null ? 'alone' : 'in-summary'

    const countedAt = clock.now()
    const sent = await selectSentSince(tx, recipientHash, new Date(countedAt.getTime() - hourMs))
    const [earliest] = sent
    const isFull = earliest !== undefined && sent.length >= emailsPerHour
    const summaryId = isFull
      ? await addToSummary(tx, email, { id: ids.next(), recipientHash, countedAt, dueAt: new Date(earliest.getTime() + hourMs) })
      : null
    await insertCountedEmail(tx, { recipient_hash: recipientHash, source, counted_at: countedAt, summary_id: summaryId })
    return isFull ? 'in-summary' : 'alone'
  })
}

interface SummaryPlan {
  /** The id for a new summary, if no summary is open. */
  id: string
  recipientHash: Buffer
  countedAt: Date
  dueAt: Date
}

/** Adds the email to the open summary, or opens a summary. Returns the id of the summary. */
async function addToSummary(tx: Tx, { kind, to, details = [] }: Email, plan: SummaryPlan): Promise<string> {
  const { id, recipientHash, countedAt, dueAt } = plan
  const open = await addToOpenSummary(tx, { recipientHash, countedAt, details, maxDetails })
  if (open !== undefined) return open
  const times = { first_at: countedAt, latest_at: countedAt }
  await insertSummary(tx, { id, recipient_hash: recipientHash, kind, address: to, email_count: 1, ...times, details: [...details] })
  await enqueueJob(tx, sendEmailSummaryTask, { summaryId: id }, { key: `${sendEmailSummaryTask}:${id}`, runAt: dueAt, maxAttempts })
  return id
}

/** Sends a summary, unless it was already sent. */
export async function sendSummary(
  { db, mail }: { db: Db; mail: Mailer },
  summaryId: string,
  render: (summary: EmailSummary) => Omit<Email, 'to'>,
): Promise<void> {
  const summary = await closeSummary(db, summaryId)
  if (summary === undefined) return
  await mail.send({ to: summary.address, ...render(summary), key: `${sendEmailSummaryTask} ${summaryId}` })
  await deleteSummary(db, summaryId)
}

/** Deletes counts that no job needs any more, and summaries whose job has failed permanently. */
export function deleteExpiredEmailCounts({ db, clock }: Pick<LimitDeps, 'db' | 'clock'>): Promise<void> {
  return deleteCountedBefore(db, new Date(clock.now().getTime() - retentionMs))
}
