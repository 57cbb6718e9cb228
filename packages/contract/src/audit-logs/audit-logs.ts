import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, day, instant, organizationParams, timeZone } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { linkId, projectId, uuid } from '../ids.ts'
import { labelName } from '../labels/labels.ts'
import { text } from '../text.ts'

export const auditMessages = {
  title: 'Account Activity Log',
  none: 'No activity logs found.',
  loadFailed: 'The activity log could not be loaded',
} as const

export const auditLogPageSize = 50
export const auditSearchMaxLength = 200

export const auditGroups = {
  account: 'Account',
  organization: 'Organization',
  member: 'Members',
  api_key: 'API keys',
  subscription: 'Subscription',
  domain: 'Domains',
  project: 'Projects',
  link: 'Links',
  clicks: 'Clicks',
  earnings: 'Earnings',
  label: 'Labels',
  qr_code: 'QR codes',
  store: 'Store',
  product: 'Products',
  category: 'Categories',
  integration: 'Retailers',
  upload: 'Pictures and fonts',
  data: 'Exports and imports',
  feedback: 'Feedback',
} as const

export type AuditGroup = keyof typeof auditGroups

/**
 * Returns for example "Mia Reed", "API key CI", "Linkshelf" or "The operator". `source` is the `source` of the entry's
 * metadata.
 */
export function describeActor({ kind, name }: { kind: AuditActorKind; name: string | null }, source: string | undefined): string {
  if (kind === 'system') return source === 'command' ? 'The operator' : 'Linkshelf'
  if (kind === 'api_key') return name === null ? 'A deleted API key' : `API key ${name}`
  return name ?? 'A deleted account'
}

/** Kinds of actors that make changes: members, API keys, and `system`, which is Linkshelf itself or the operator. */
export const auditActorKinds = ['user', 'api_key', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

const actorKind = z.enum(auditActorKinds)

const auditActor = z.object({
  kind: actorKind,
  id: z.string(),
  /** Null if the account was deleted. */
  name: z.string().nullable(),
})

const fields = z.record(z.string(), z.unknown())

/** One change. `before` is null if the entity was created, and `after` is null if it was deleted. */
const auditLogEntry = z.object({
  id: uuid,
  /** One of `auditEventTypes`. */
  eventType: z.string(),
  label: z.string(),
  date: instant,
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
  actor: auditActor,
  project: z.object({ project_id: uuid, name: z.string() }).nullable(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  /** Whether the entity is a link or a product that still exists and can be opened. */
  exists: z.boolean(),
  restorable_ids: z.array(uuid).describe('The links or products that this change deleted and that can still be restored'),
  before: fields.nullable(),
  after: fields.nullable(),
})

const groupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

/** Days are in UTC unless a time zone is given. The first and the last day are both included. */
const auditLogFilter = z.strictObject({
  search: z.optional(text.check(mini.trim(), mini.maxLength(auditSearchMaxLength))),
  event_type: z.string().max(64).optional(),
  group: z.enum(groupNames).optional(),
  actor: z.union([actorKind, uuid]).optional(),
  project_id: z.optional(projectId),
  url_id: z.optional(linkId).describe('Only changes of this link; of a change of several links, only what it changed of this one'),
  label: z.optional(labelName).describe('Only changes of links that have this label now; with project_id'),
  marked: z.stringbool().optional().describe('Only changes that clicks may show: of links, of videos and of the store'),
  tz: timeZone,
  from: day.optional(),
  to: day.optional(),
})

export const auditLogQuery = auditLogFilter.extend({
  limit: z.coerce.number().int().min(1).max(200).default(auditLogPageSize),
  cursor: z.string().max(200).optional(),
})

export const auditLogs = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/audit-logs',
    outputStructure: 'detailed',
    summary: 'Who changed what in an organization, latest first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: organizationParams, query: auditLogQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(auditLogEntry) })),
  export: call({
    method: 'GET',
    path: '/v1/{orgId}/audit-logs/export',
    outputStructure: 'detailed',
    summary: 'The same entries as a CSV file: RFC 4180, UTF-8 with a byte order mark',
    concurrency: 'downloads',
    spec: describeCsv,
  })
    .input(z.object({ params: organizationParams, query: auditLogFilter }))
    .output(csvFile),
}

export type AuditLogEntry = z.infer<typeof auditLogEntry>
export type AuditLogFilter = z.output<typeof auditLogFilter>
export type AuditLogQuery = z.output<typeof auditLogQuery>
/** The filter as a client writes it, with optional fields. */
export type AuditLogFilterInput = z.input<typeof auditLogFilter>
