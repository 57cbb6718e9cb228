import { randomBytes } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import {
  type DnsRecord,
  type Domain,
  type DomainDraft,
  type DomainId,
  formatDomainLimitMessage,
  unverifiedDomainsPerOrganization,
} from '@linkshelf/contract'
import { fail, failRateLimited, mutate, type OrganizationContext, organizationCall, read } from '../access/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import { enqueueCheck } from './check-domain.ts'
import { type DomainSettingsDeps, getDomainSettings, patchDomainSettings } from './domain-settings.ts'
import {
  countDomains,
  type DomainRow,
  insertDomain,
  lockDomainForUpdate,
  releaseDomainRow,
  selectDomain,
  selectDomains,
  updateDomain,
} from './domain-table.ts'
import { compareRecord } from './judge-records.ts'
import { deleteUnusedDomains } from './reserve-domains.ts'
import { formatOwnershipName, formatOwnershipText, getOwnHosts, isOwnHost } from './seen-records.ts'

const calls = organizationCall.domains

export function domainRoutes(deps: OriginDeps & DomainSettingsDeps) {
  return {
    list: calls.list.handler(({ context }) => listDomains(deps, context.ctx)),
    get: calls.get.handler(({ context, input }) => getDomain(deps, context.ctx, input.params.domainId)),
    create: calls.create.handler(({ context, input }) => createDomain(deps, context.ctx, input.body)),
    check: calls.check.handler(({ context, input }) => requestDomainCheck(deps, context.ctx, input.params.domainId)),
    getSettings: calls.getSettings.handler(({ context, input }) => getDomainSettings(context.ctx, input.params.domainId)),
    patchSettings: calls.patchSettings.handler(({ context, input }) =>
      patchDomainSettings(deps, context.ctx, { domainId: input.params.domainId, patch: input.body }),
    ),
    archive: calls.archive.handler(({ context, input }) => archiveDomain(deps, context.ctx, input.params.domainId)),
    unarchive: calls.unarchive.handler(({ context, input }) => unarchiveDomain(deps, context.ctx, input.params.domainId)),
    release: calls.release.handler(({ context, input }) => releaseDomain(context.ctx, input.params.domainId)),
  }
}

/** Lists the domains, sorted by host. */
export async function listDomains({ origins }: OriginDeps, ctx: OrganizationContext): Promise<Domain[]> {
  const rows = await read(ctx, (tx) => selectDomains(tx, ctx.organization.id))
  return rows.map((row) => toDomain(row, origins))
}

/** Throws DOMAIN_NOT_FOUND. */
export async function getDomain({ origins }: OriginDeps, ctx: OrganizationContext, domainId: DomainId): Promise<Domain> {
  const row = await read(ctx, (tx) => selectDomain(tx, ctx.organization.id, domainId))
  return toDomain(row ?? fail('DOMAIN_NOT_FOUND'), origins)
}

/**
 * Adds the domain and enqueues its first check. Other organizations can add the same host, and the organization that
 * proves its ownership serves it. Only owners may call this. Throws DOMAIN_EXISTS, DOMAIN_RESERVED,
 * DOMAIN_LIMIT_REACHED or DOMAIN_UNVERIFIED_LIMIT_REACHED.
 */
export async function createDomain({ ids, origins }: OriginDeps, ctx: OrganizationContext, { host }: DomainDraft): Promise<Domain> {
  if (isOwnHost(host, origins)) fail('DOMAIN_RESERVED')
  const { organization, entitlements, now } = ctx
  // Without the exclusive lock, two concurrent requests could both add the last domain that the limit allows.
  return mutate(ctx, { action: 'domain.create', entity: 'domain', lock: 'exclusive' }, async (tx, change) => {
    await deleteUnusedDomains(tx, organization.id)
    const token = randomBytes(16).toString('hex')
    const added = { added_by: ctx.actor.kind === 'system' ? null : ctx.actor.userId, created_at: now }
    const draft = { id: ids.next<DomainId>(), organization_id: organization.id, host, token, ...added }
    const row = (await insertDomain(tx, draft)) ?? fail('DOMAIN_EXISTS')
    const counts = await countDomains(tx, organization.id)
    if (counts.total > entitlements.domains) fail('DOMAIN_LIMIT_REACHED')
    if (counts.unverified > unverifiedDomainsPerOrganization) fail('DOMAIN_UNVERIFIED_LIMIT_REACHED')
    await enqueueCheck(tx, row, now)
    change.entityId = row.id
    change.after = toAuditedDomain(row)
    return toDomain(row, origins)
  })
}

/** A requested check runs at least this long after the domain's last check. */
const requestedDelayMs = 10_000

/**
 * Enqueues a check of the domain's DNS records. If this check does not verify the domain, more checks follow soon.
 * Throws DOMAIN_NOT_FOUND. Throws TOO_MANY_REQUESTS while a limit on newly verified names delays the domain.
 */
export function requestDomainCheck({ origins }: OriginDeps, ctx: OrganizationContext, domainId: DomainId): Promise<Domain> {
  return mutate(ctx, { action: 'domain.request_check', entity: 'domain', entityId: domainId }, async (tx, change) => {
    const before = (await lockDomainForUpdate(tx, ctx.organization.id, domainId)) ?? fail('DOMAIN_NOT_FOUND')
    failIfLimited(before, ctx.now)
    const nextAt = new Date(Math.max(ctx.now.getTime(), (before.checked_at?.getTime() ?? 0) + requestedDelayMs))
    const row = await updateDomain(tx, domainId, { checking_since: ctx.now, next_check_at: nextAt })
    await enqueueCheck(tx, row, nextAt)
    change.before = toAuditedDomain(before)
    change.after = toAuditedDomain(row)
    return toDomain(row, origins)
  })
}

function failIfLimited({ limited_by: limit, limited_until: until }: DomainRow, now: Date): void {
  if (limit === null || until === null || until <= now) return
  const waitSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  failRateLimited(waitSeconds, formatDomainLimitMessage(limit, waitSeconds))
}

/**
 * Archives the domain. It continues to serve, but is no longer the primary domain of any project. Only owners may call
 * this. Throws DOMAIN_NOT_FOUND.
 */
export function archiveDomain(deps: OriginDeps, ctx: OrganizationContext, domainId: DomainId): Promise<Domain> {
  return changeArchived(deps, ctx, { domainId, action: 'domain.archive' })
}

/** Only owners may call this. Throws DOMAIN_NOT_FOUND. */
export function unarchiveDomain(deps: OriginDeps, ctx: OrganizationContext, domainId: DomainId): Promise<Domain> {
  return changeArchived(deps, ctx, { domainId, action: 'domain.unarchive' })
}

interface ArchivedChange {
  domainId: DomainId
  action: 'domain.archive' | 'domain.unarchive'
}

function changeArchived({ origins }: OriginDeps, ctx: OrganizationContext, { domainId, action }: ArchivedChange): Promise<Domain> {
  return mutate(ctx, { action, entity: 'domain', entityId: domainId }, async (tx, change) => {
    const before = (await lockDomainForUpdate(tx, ctx.organization.id, domainId)) ?? fail('DOMAIN_NOT_FOUND')
    const archivedAt = action === 'domain.archive' ? (before.archived_at ?? ctx.now) : null
    const row = await updateDomain(tx, domainId, { archived_at: archivedAt })
    change.before = toAuditedDomain(before)
    change.after = toAuditedDomain(row)
    return toDomain(row, origins)
  })
}

/**
 * Releases the domain, so that another organization can serve the host immediately. Links of the domain do not redirect
 * until the domain is added again. Only owners may call this. Throws DOMAIN_NOT_FOUND.
 */
export function releaseDomain(ctx: OrganizationContext, domainId: DomainId): Promise<void> {
  return mutate(ctx, { action: 'domain.release', entity: 'domain', entityId: domainId }, async (tx, change) => {
    const row = (await lockDomainForUpdate(tx, ctx.organization.id, domainId)) ?? fail('DOMAIN_NOT_FOUND')
    change.before = toAuditedDomain(row)
    await releaseDomainRow(tx, domainId, ctx.now)
  })
}

function toDomain(row: DomainRow, origins: Origins): Domain {
  const toIsoInstant = (date: Date | null) => date?.toISOString() ?? null
  return {
    domain_id: row.id,
    host: row.host,
    display_host: domainToUnicode(row.host),
    state: row.archived_at === null ? row.status : 'archived',
    state_since: (row.archived_at ?? row.status_since).toISOString(),
    conflict: row.conflict,
    serving: row.is_serving,
    ownership_record: toRecord(row, 'TXT', formatOwnershipText(row.token)),
    address_records: toAddressRecords(row, origins),
    verified_at: toIsoInstant(row.verified_at),
    checked_at: toIsoInstant(row.checked_at),
    next_check_at: toIsoInstant(row.next_check_at),
    limited_by: row.limited_by,
    limited_until: toIsoInstant(row.limited_until),
    created: row.created_at.toISOString(),
  }
}

/** Returns a CNAME record to the host of LINKS_URL, and an A or AAAA record for each known address of this instance. */
function toAddressRecords(row: DomainRow, origins: Origins): DnsRecord[] {
  const { names, addresses } = getOwnHosts(origins)
  const [first] = names
  const known = row.seen?.own_addresses ?? addresses
  return [
    ...(first === undefined ? [] : [toRecord(row, 'CNAME', first, names)]),
    ...known.map((address) => toRecord(row, address.includes(':') ? 'AAAA' : 'A', address)),
  ]
}

const seenKeyByType = { TXT: 'texts', CNAME: 'canonical_names', A: 'ipv4', AAAA: 'ipv6' } as const

function toRecord({ host, seen }: DomainRow, type: DnsRecord['type'], value: string, wanted = [value]): DnsRecord {
  const found = seen?.[seenKeyByType[type]]
  const name = type === 'TXT' ? formatOwnershipName(host) : host
  return { type, name, value, state: seen === null ? 'unchecked' : compareRecord(found, wanted), found: found ?? [] }
}

/** Returns the domain as the audit log stores it. */
function toAuditedDomain({ host, status, conflict, is_serving, archived_at }: DomainRow): object {
  return { name: host, status, conflict, serving: is_serving, archived: archived_at !== null }
}
