import { uuid } from '@linkshelf/contract'
import { renderSummaryEmail } from '@linkshelf/emails'
import { z } from 'zod'
import type { MailDeps } from '../platform/deps.ts'
import { maxDetails, sendSummary } from '../platform/mail/limit-emails.ts'

const jobPayload = z.object({ summaryId: uuid })

/** Sends a summary at the end of an hour in which an address would have received too many emails of one kind. */
export function sendEmailSummary(deps: MailDeps, payload: unknown): Promise<void> {
  const { app } = deps.origins
  return sendSummary(deps, jobPayload.parse(payload).summaryId, ({ kind, email_count, first_at, latest_at, details }) =>
    renderSummaryEmail({
      kind,
      count: email_count,
      firstAt: first_at,
      latestAt: latest_at,
      details,
      hasMoreDetails: details.length >= maxDetails && email_count > maxDetails,
      signInUrl: `${app}/`,
      forgotUrl: `${app}/auth/forgot`,
    }),
  )
}
