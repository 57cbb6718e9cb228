import type { UserId } from '@linkshelf/contract'

/**
 * Returns the bytes by which an authenticator recognizes the account, in base64url. They are the account's random id,
 * because authenticators may show or store them without protection.
 */
export function toUserHandle(userId: UserId): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
