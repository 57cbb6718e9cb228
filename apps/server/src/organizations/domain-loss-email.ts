import { domainToUnicode } from 'node:url'
import { domainId, organizationId, userId } from '@linkshelf/contract'
import { renderDomainLossEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../access/index.ts'
import { type DomainRow, findLossProblem, selectDomain } from '../domains/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectMembers } from './member-table.ts'
import { selectOrganization } from './organization-table.ts'

export const sendDomainLossTask = 'send-domain-loss'

const jobPayload = z.object({ organizationId, domainId, userId, since: z.iso.datetime() })

/** Retries continue for four days, because a mail server may be down for a weekend. */
const maxAttempts = 25

/**
 * Enqueues one email to each owner about a domain that is no longer verified. `since` is the time of the check that
 * found this.
 */
export async function enqueueLossEmails(tx: Tx, { id, organization_id }: DomainRow, since: Date): Promise<void> {
  const payload = { organizationId: organization_id, domainId: id, since: since.toISOString() }
  for (const { user_id, role } of await selectMembers(tx, organization_id)) {
    if (role === 'owner') await enqueueJob(tx, sendDomainLossTask, { ...payload, userId: user_id }, { maxAttempts })
  }
}

/** The job that emails one owner about the domain. Sends nothing if the domain was verified again or released. */
export async function sendDomainLossEmail(deps: MailDeps, payload: unknown): Promise<void> {
  const ids = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendDomainLossTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId)
  if (ctx === undefined) return
  const [domain, organization, members] = await read(ctx, async (tx) => [
    await selectDomain(tx, ids.organizationId, ids.domainId),
    await selectOrganization(tx, ids.organizationId),
    await selectMembers(tx, ids.organizationId),
  ])
  const owner = members.find(({ user_id, role }) => user_id === ids.userId && role === 'owner')
  if (owner === undefined || organization === undefined || domain?.status_since.toISOString() !== ids.since) return

  await deps.mail.send({
    to: owner.email,
    ...renderDomainLossEmail({
      host: domainToUnicode(domain.host),
      organizationName: organization.name,
      problem: findLossProblem(domain, deps.origins),
      domainUrl: `${deps.origins.app}/settings/domains?domain=${domain.id}&organization=${ids.organizationId}`,
      found: [...(domain.seen?.canonical_names ?? []), ...(domain.seen?.ipv4 ?? []), ...(domain.seen?.ipv6 ?? [])],
    }),
  })
}
