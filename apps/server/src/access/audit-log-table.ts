// Every statement that writes `audit_log`. The application may insert and select; the database grants it nothing else.
import type { AuditAction, AuditEntity, OrganizationId, ProjectId, UserId } from '@linkshelf/contract'
import type { Generated, GeneratedAlways, Insertable } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    audit_log: {
      id: Generated<string>
      created_at: Date
      organization_id: OrganizationId | null
      project_id: ProjectId | null
      user_id: UserId | null
      actor_kind: 'user' | 'api_key' | 'system'
      actor_id: string
      source: 'api' | 'job' | 'command'
      address: string | null
      request_id: string
      action: AuditAction
      entity: AuditEntity
      entity_id: string | null
      before: object | null
      after: object | null
      search_text: GeneratedAlways<string>
    }
  }
}

export type AuditLogEntry = Insertable<import('../platform/postgres/postgres.ts').Tables['audit_log']>

export async function insertAuditLogEntry(tx: Tx, entry: AuditLogEntry): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute()
}
