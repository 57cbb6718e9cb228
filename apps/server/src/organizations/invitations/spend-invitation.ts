import { budgetWindowsMs, invitationsPerAddress, waitInWords } from '@linkshelf/contract'
import { failRateLimited, type OrganizationContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

/**
 * Counts one email to this address, whichever organization sends it. Throws TOO_MANY_REQUESTS. The budget of the
 * organization is spent by `mutate`.
 */
export async function spendInvitation(tx: Tx, { budgets }: OrganizationContext, email: string): Promise<void> {
  const limit = { kind: 'invited address', max: invitationsPerAddress, windowMs: budgetWindowsMs.invitations }
  const reached = await budgets?.scarceIn(tx).consume({ limit, subject: email.toLowerCase() })
  if (reached === undefined) return
  const { retryAfterSeconds } = reached
  failRateLimited(
    retryAfterSeconds,
    `This address has been invited too often within a day. Try again in ${waitInWords(retryAfterSeconds)}.`,
  )
}
