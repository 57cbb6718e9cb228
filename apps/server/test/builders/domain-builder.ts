import type { Domain, DomainDraft, DomainId } from '@linkshelf/contract'
import type { OrganizationContext, ProjectContext } from '../../src/access/index.ts'
import { type CheckOptions, checkDomain } from '../../src/domains/check-domain.ts'
import { createDomain, getDomain } from '../../src/domains/domains.ts'
import { enqueueLossEmails, sendDomainLossEmail, sendDomainLossTask } from '../../src/organizations/domain-loss-email.ts'
import { createDnsQueries } from '../../src/platform/http/dns-queries.ts'
import type { Email } from '../../src/platform/mail/mail.ts'
import { queryAsOwner } from '../databases/run-as-owner.ts'
import { openNameServer } from '../open-name-server.ts'
import { openTestDeps, type TestDeps } from '../open-test-deps.ts'
import { runAsJobsAccount } from '../run-as-jobs-account.ts'
import { sendQueuedEmails } from '../send-queued-emails.ts'

export type DomainTest = TestDeps & { names: Awaited<ReturnType<typeof openNameServer>> }

/**
 * Opens an instance at `go.linkshelf.example` and a name server. The name server knows only the instance's two
 * addresses.
 */
export async function openDomainTest(options: { clicks?: boolean } = {}): Promise<DomainTest> {
  const names = await openNameServer({ 'go.linkshelf.example': { A: ['203.0.113.5'], AAAA: ['2001:db8::5'] } })
  const publicAliases = { hosts: ['links.linkshelf.example', '203.0.113.20'], ports: [] }
  const origins = { app: 'https://app.linkshelf.example', public: 'https://go.linkshelf.example', publicAliases }
  const deps = await openTestDeps({ ...options, dns: createDnsQueries({ servers: [names.address] }), origins })
  return {
    ...deps,
    names,
    async [Symbol.asyncDispose]() {
      await deps[Symbol.asyncDispose]()
      await names[Symbol.asyncDispose]()
    },
  }
}

export async function aDomain(
  deps: TestDeps,
  ctx: OrganizationContext,
  { host = 'go.lamps.example' }: Partial<DomainDraft> = {},
): Promise<Domain & { domain_id: DomainId }> {
  return (await createDomain(deps, ctx, { host })) as Domain & { domain_id: DomainId }
}

/**
 * Sets the DNS records that the API asks an owner to create for a domain. `others` are domains with the same host at
 * other organizations. Their values are added to the TXT record.
 */
export function setRecords(
  { names }: DomainTest,
  { host, ownership_record, address_records }: Domain,
  others: readonly Domain[] = [],
): void {
  names.zone[ownership_record.name] = {
    TXT: [ownership_record, ...others.map((other) => other.ownership_record)].map(({ value }) => value),
  }
  names.zone[host] = { CNAME: address_records.filter(({ type }) => type === 'CNAME').map(({ value }) => value) }
}

/** Runs the next check of the domain at the time when it is due. Returns the domain after the check. */
export async function runNextCheck(
  deps: DomainTest,
  ctx: OrganizationContext,
  { domain_id: id }: Pick<Domain, 'domain_id'>,
  limits: Pick<CheckOptions, 'instanceLimit'> = { instanceLimit: 100 },
): Promise<Domain> {
  const domainId = id as DomainId
  const { next_check_at } = await getDomain(deps, ctx, domainId)
  if (next_check_at === null) throw new Error('No check is due')
  const options = { ...limits, onLoss: enqueueLossEmails }
  await runAsJobsAccount(deps, (jobs) => checkDomain(jobs, { organizationId: ctx.organization.id, domainId }, options), next_check_at)
  return getDomain(deps, ctx, domainId)
}

/** Creates a domain, sets its DNS records and runs its first check, which verifies it. */
export async function aVerifiedDomain(deps: DomainTest, ctx: OrganizationContext, draft: Partial<DomainDraft> = {}): Promise<Domain> {
  return aCheckedDomain(deps, ctx, draft)
}

/** Creates a domain, sets its DNS records and runs its first check. `limits` can prevent the verification. */
export async function aCheckedDomain(
  deps: DomainTest,
  ctx: OrganizationContext,
  draft: Partial<DomainDraft> = {},
  limits: Pick<CheckOptions, 'instanceLimit'> = { instanceLimit: 100 },
): Promise<Domain & { domain_id: DomainId }> {
  const domain = await aDomain(deps, ctx, draft)
  setRecords(deps, domain)
  return { ...(await runNextCheck(deps, ctx, domain, limits)), domain_id: domain.domain_id }
}

/** Inserts a serving domain without checking it. */
export async function aServedDomain(deps: TestDeps, { organization }: OrganizationContext, host: string): Promise<DomainId> {
  const id = deps.ids.next<DomainId>()
  await queryAsOwner(
    deps,
    `insert into domains (id, organization_id, host, token, status, status_since, is_serving, verified_at, checking_since, created_at)
     values ($1, $2, $3, 'token', 'verified', now(), true, now(), now(), now())`,
    [id, organization.id, host],
  )
  return id
}

/** Inserts a link with the slug `lamp` on the domain. */
export async function aLinkOfDomain(
  deps: DomainTest,
  { organization, project }: ProjectContext,
  domainId: string,
  target: string,
): Promise<void> {
  await queryAsOwner(
    deps,
    `insert into links (id, organization_id, project_id, domain_id, slug, target, created_at)
     values (uuidv7(), $1, $2, $3, 'lamp', $4, now())`,
    [organization.id, project.id, domainId, target],
  )
}

/** Sends the queued emails about lost domains, and returns them. */
export function sendLossEmails(deps: DomainTest): Promise<Email[]> {
  return sendQueuedEmails(deps, sendDomainLossTask, sendDomainLossEmail)
}
