import { createHmac } from 'node:crypto'

/**
 * 64 bits, in decimal, that tell a visitor from the others of one project on one day, and lead back to nobody once the salt is deleted. `network` is
 * an IPv4 address or the first 64 bits of an IPv6 one.
 */
export function visitorKey(salt: Buffer, projectId: string, network: string, userAgent: string): string {
  return createHmac('sha256', salt).update(`${projectId}\n${network}\n${userAgent}`).digest().readBigUInt64LE().toString()
}
