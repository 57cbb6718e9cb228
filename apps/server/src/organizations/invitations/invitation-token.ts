import { createHash, randomBytes } from 'node:crypto'
import { type OrganizationId, organizationId } from '@linkshelf/contract'

const idBytes = 16
const secretBytes = 32

/**
 * The organization and 256 random bits, and the hash that the database stores. The organization is the scope in which
 * the hash is looked up: no query has to see the invitations of all organizations.
 */
export function createInvitationToken(id: OrganizationId): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)])
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) }
}

/** Undefined for text that can't be a token. */
export function parseInvitationToken(token: string): { organizationId: OrganizationId; hash: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const parsed = organizationId.safeParse(id)
  return parsed.success ? { organizationId: parsed.data, hash: hashOf(bytes) } : undefined
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
