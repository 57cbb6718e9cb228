// Every statement on `invitations` and `invitation_tokens`.
import { createHash, randomBytes } from 'node:crypto'
import { type InvitationId, type MemberRole, type OrganizationId, organizationId, type UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    invitations: {
      id: InvitationId
      organization_id: OrganizationId
      email: string
      role: MemberRole
      created_at: Date
      invited_at: Date
      expires_at: Date
      accepted_at: Date | null
      accepted_by: UserId | null
      /**
       * The user who last sent the invitation's email. Null in an invitation of an earlier release that did not store
       * the sender.
       */
      invited_by: UserId | null
      revoked_at: Date | null
    }
    invitation_tokens: { token_hash: Buffer; organization_id: OrganizationId; invitation_id: InvitationId }
  }
}

const columns = ['id', 'email', 'role', 'invited_at', 'expires_at', 'accepted_at', 'accepted_by', 'invited_by', 'revoked_at'] as const

export type InvitationRow = Pick<Selectable<Tables['invitations']>, (typeof columns)[number]>

export interface NewInvitation {
  id: InvitationId
  email: string
  role: MemberRole
  invitedBy: UserId
  invitedAt: Date
  expiresAt: Date
}

/**
 * Inserts an invitation, or renews the pending invitation to the same address. Returns undefined and changes nothing if
 * the same user has invited this address, or renewed its invitation, with the same role since `sinceAt`. Of two
 * concurrent calls, the index invitations_pending_key decides which one inserts.
 */
export function upsertInvitation(
  tx: Tx,
  organizationId: OrganizationId,
  { id, email, role, invitedBy, invitedAt, expiresAt }: NewInvitation,
  sinceAt: Date,
): Promise<InvitationRow | undefined> {
  return tx
    .insertInto('invitations')
    .values({
      id,
      organization_id: organizationId,
      email,
      role,
      invited_by: invitedBy,
      created_at: invitedAt,
      invited_at: invitedAt,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`organization_id, lower(email)`)
        .where(sql<boolean>`accepted_at is null and revoked_at is null`)
        .doUpdateSet({ role, invited_by: invitedBy, invited_at: invitedAt, expires_at: expiresAt })
        .where((eb) =>
          eb.or([
            eb('invitations.invited_at', '<', sinceAt),
            eb('invitations.role', '<>', role),
            eb('invitations.invited_by', 'is distinct from', invitedBy),
          ]),
        ),
    )
    .returning(columns)
    .executeTakeFirst()
}

/** Selects invitations that are neither accepted nor revoked, newest first. */
export function selectOpenInvitations(tx: Tx, organizationId: OrganizationId): Promise<InvitationRow[]> {
  return queryOpenInvitations(tx, organizationId).orderBy('invited_at', 'desc').orderBy('id').execute()
}

export function selectOpenInvitationTo(tx: Tx, organizationId: OrganizationId, email: string): Promise<InvitationRow | undefined> {
  return queryOpenInvitations(tx, organizationId).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()
}

/** Locks the invitation until the transaction ends, whatever its state. */
export function lockInvitationForUpdate(tx: Tx, organizationId: OrganizationId, id: InvitationId): Promise<InvitationRow | undefined> {
  const invitations = tx.selectFrom('invitations').select(columns).where('organization_id', '=', organizationId)
  return invitations.where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the invitation until the transaction ends. Returns undefined if it was accepted or revoked. */
export function lockOpenInvitation(tx: Tx, organizationId: OrganizationId, id: InvitationId): Promise<InvitationRow | undefined> {
  return queryOpenInvitations(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Selects the role that the invitation gives. Returns undefined if the invitation was accepted or revoked. */
export async function selectOpenInvitationRole(tx: Tx, organizationId: OrganizationId, id: InvitationId): Promise<MemberRole | undefined> {
  return (await queryOpenInvitations(tx, organizationId).where('id', '=', id).executeTakeFirst())?.role
}

function queryOpenInvitations(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
}

/** The caller must have locked the invitation. */
export async function updateInvitation(
  tx: Tx,
  id: InvitationId,
  change: Partial<Pick<InvitationRow, 'invited_by' | 'invited_at' | 'expires_at' | 'accepted_at' | 'accepted_by' | 'revoked_at'>>,
): Promise<void> {
  await tx.updateTable('invitations').set(change).where('id', '=', id).execute()
}

export async function insertToken(tx: Tx, organizationId: OrganizationId, id: InvitationId, tokenHash: Buffer): Promise<void> {
  await tx.insertInto('invitation_tokens').values({ token_hash: tokenHash, organization_id: organizationId, invitation_id: id }).execute()
}

export type FoundInvitation = InvitationRow & { organization_name: string; has_account: boolean }

/** Selects the invitation, whatever its state. */
export function selectInvitationByToken(tx: Tx, tokenHash: Buffer): Promise<FoundInvitation | undefined> {
  return tx
    .selectFrom('invitation_tokens')
    .innerJoin('invitations', 'invitations.id', 'invitation_tokens.invitation_id')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select(columns.map((column) => `invitations.${column}` as const))
    .select('organizations.name as organization_name')
    .select((eb) =>
      eb
        .exists(
          // For seven days after a change of the address, the invitation still belongs to the account.
          eb
            .selectFrom('users')
            .select('users.id')
            .where(sql`lower(users.email)`, '=', sql`lower(invitations.email)`)
            .unionAll(
              eb
                .selectFrom('email_changes')
                .select('email_changes.user_id as id')
                .where(sql`lower(former_email)`, '=', sql`lower(invitations.email)`),
            ),
        )
        .$castTo<boolean>()
        .as('has_account'),
    )
    .where('invitation_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** `db` must be connected as the jobs account. Relies on invitations_expires_at_idx. */
export async function deleteInvitationsExpiredBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).execute()
}

const idBytes = 16
const secretBytes = 32

/**
 * Creates a token, and the hash that the database stores. The token consists of the organization's id and 256 random
 * bits. The id gives the scope in which the hash is looked up, so no query needs access to the invitations of all
 * organizations.
 */
export function createInvitationToken(id: OrganizationId): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)])
  return { token: bytes.toString('base64url'), hash: hashToken(bytes) }
}

/** Reads the organization's id and the stored hash from a token. Returns undefined if the text can't be a token. */
export function parseInvitationToken(token: string): { organizationId: OrganizationId; hash: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const parsed = organizationId.safeParse(id)
  return parsed.success ? { organizationId: parsed.data, hash: hashToken(bytes) } : undefined
}

function hashToken(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
