// An own domain is a host of an organization under which its links can be reached. Its owner proves two things by DNS
// records: that they own the host, and that the host leads to this instance.
import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, instant, organizationParams, projectParams } from '../call.ts'
import { errors } from '../errors.ts'
import { domainId, uuid } from '../ids.ts'
import { project } from '../projects/projects.ts'
import { domainLimits } from './domain-limits.ts'
import { domainSettings, domainSettingsPatch } from './domain-settings.ts'
import { hostName, pastedHostName } from './host-name.ts'

/** Maximum number of unverified domains per organization, even if its plan allows more domains. */
export const unverifiedDomainsPerOrganization = 50

export const domainStates = ['waiting', 'verified', 'misconfigured', 'conflicting', 'lost', 'archived'] as const
export type DomainState = (typeof domainStates)[number]

export const domainConflicts = ['records', 'organization'] as const
export type DomainConflict = (typeof domainConflicts)[number]

const dnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']).describe('The type of the record'),
  name: z.string().describe('The whole name of the record'),
  value: z.string().describe('The value to set'),
  state: z
    .enum(['unchecked', 'found', 'missing', 'different', 'unanswered'])
    .describe('What the last check found: the value, no record, other values, or no answer from the name servers'),
  found: z.array(z.string()).describe('The values that the last check saw'),
})

export const domain = z.object({
  domain_id: uuid.check(mini.describe('The id of the domain')),
  host: z.string().describe('The host in lower case, with letters outside of ASCII encoded'),
  display_host: z.string().describe('The host as people read it'),
  state: z.enum(domainStates).describe('What the checks found; archived while the domain is archived'),
  state_since: instant.describe('When this state began'),
  conflict: z
    .enum(domainConflicts)
    .nullable()
    .describe('The reason for `conflicting`: some addresses of the host point elsewhere, or another organization has the host'),
  serving: z.boolean().describe('Whether the host is verified for this organization. A failed check does not change that'),
  ownership_record: dnsRecord.describe('The record that proves that the host is yours'),
  address_records: z.array(dnsRecord).describe('Set the CNAME record, or the A and AAAA records where DNS allows no CNAME'),
  verified_at: instant.nullable().describe('When the host was verified; null if it was not'),
  checked_at: instant.nullable().describe('When DNS was last checked; null before the first check'),
  next_check_at: instant.nullable().describe('When DNS is checked next; null if it is only checked on request'),
  limited_by: z
    .enum(domainLimits)
    .nullable()
    .describe('The limit of newly verified domains that delays the verification; null if nothing delays it'),
  limited_until: instant.nullable().describe('When that limit allows the verification'),
  created: instant.describe('When the domain was added'),
})

export const domainDraft = mini.strictObject({ host: hostName })
export const domainForm = mini.strictObject({ host: pastedHostName })

const primaryDomain = z.strictObject({
  domain_id: z.nullable(domainId).describe('A domain that serves and is not archived; null for the default domain'),
})

const domainsPath = '/v1/{orgId}/domains'
const oneDomain = organizationParams.extend({ domainId })

export const domains = {
  list: call({ method: 'GET', path: domainsPath, summary: 'The own domains of an organization, by host' })
    .input(z.object({ params: organizationParams }))
    .output(z.array(domain)),
  get: call({ method: 'GET', path: `${domainsPath}/{domainId}`, summary: 'Read one domain, with its DNS records as last seen' })
    .input(z.object({ params: oneDomain }))
    .output(domain)
    .errors(errors('DOMAIN_NOT_FOUND')),
  create: call({
    method: 'POST',
    path: domainsPath,
    successStatus: 201,
    summary: 'Add a domain; the response says which DNS records to set',
    ownerTask: 'domains',
  })
    .input(z.object({ params: organizationParams, body: domainDraft }))
    .output(domain)
    .errors(errors('DOMAIN_EXISTS', 'DOMAIN_RESERVED', 'DOMAIN_LIMIT_REACHED', 'DOMAIN_UNVERIFIED_LIMIT_REACHED')),
  check: call({ method: 'POST', path: `${domainsPath}/{domainId}/check`, summary: 'Check the DNS records of a domain now' })
    .input(z.object({ params: oneDomain }))
    .output(domain)
    .errors(errors('DOMAIN_NOT_FOUND')),
  getSettings: call({
    method: 'GET',
    path: `${domainsPath}/{domainId}/settings`,
    summary: 'Read the settings of a domain: where its root and unknown addresses lead, and its files',
  })
    .input(z.object({ params: oneDomain }))
    .output(domainSettings)
    .errors(errors('DOMAIN_NOT_FOUND')),
  patchSettings: call({
    method: 'PATCH',
    path: `${domainsPath}/{domainId}/settings`,
    summary: 'Change only the sent settings of a domain; fails if the settings were changed since you read their revision',
    ownerTask: 'domains',
  })
    .input(z.object({ params: oneDomain, body: domainSettingsPatch }))
    .output(domainSettings)
    .errors(errors('DOMAIN_NOT_FOUND', 'REVISION_OUTDATED')),
  archive: call({
    method: 'POST',
    path: `${domainsPath}/{domainId}/archive`,
    summary: 'Archive a domain; it stays verified',
    ownerTask: 'domains',
  })
    .input(z.object({ params: oneDomain }))
    .output(domain)
    .errors(errors('DOMAIN_NOT_FOUND')),
  unarchive: call({ method: 'POST', path: `${domainsPath}/{domainId}/unarchive`, summary: 'Unarchive a domain', ownerTask: 'domains' })
    .input(z.object({ params: oneDomain }))
    .output(domain)
    .errors(errors('DOMAIN_NOT_FOUND')),
  release: call({
    method: 'DELETE',
    path: `${domainsPath}/{domainId}`,
    successStatus: 204,
    summary: 'Release a domain: it stops working immediately, and other organizations can add it',
    needsRecentSignIn: 'always',
    ownerTask: 'domains',
  })
    .input(z.object({ params: oneDomain }))
    .output(z.void())
    .errors(errors('DOMAIN_NOT_FOUND')),
  setPrimary: call({
    method: 'PUT',
    path: '/v1/{orgId}/projects/{projectId}/domain',
    summary: 'Choose the domain of new links of a project',
  })
    .input(z.object({ params: projectParams, body: primaryDomain }))
    .output(project)
    .errors(errors('DOMAIN_NOT_FOUND', 'DOMAIN_NOT_SERVING', 'DOMAIN_ARCHIVED')),
}

export type DnsRecord = z.infer<typeof dnsRecord>
export type Domain = z.infer<typeof domain>
export type DomainDraft = z.output<typeof domainDraft>
export type PrimaryDomain = z.output<typeof primaryDomain>
