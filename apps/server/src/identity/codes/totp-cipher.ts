import type { UserId } from '@linkshelf/contract'
import type { CoreDeps } from '../../platform/deps.ts'
import type { KeyCipher } from '../keys/key-cipher.ts'
import { selectTotpOfOtherCiphers, type TotpRow, updateTotpSecret } from '../tables/second-factor-table.ts'

type StoredKey = Pick<TotpRow, 'user_id' | 'secret' | 'encrypted_with'>

/** Encrypts a user's key. The ciphertext of one user can't be used for another user. */
export function encryptTotpKey(cipher: KeyCipher, userId: UserId, key: string): Pick<TotpRow, 'secret' | 'encrypted_with'> {
  return { secret: cipher.encrypt(toCipherId(userId), key).secret, encrypted_with: cipher.id }
}

/** Returns the key in base32. Undefined if it was encrypted with a secret that the configuration does not have. */
export function decryptTotpKey(cipher: KeyCipher, { user_id, secret, encrypted_with }: StoredKey): string | undefined {
  return cipher.decrypt(toCipherId(user_id), { secret, encrypted_with })
}

/**
 * Encrypts the keys of all users with the first secret of the configuration, so that the operator can remove an earlier
 * secret after a start. Logs how many keys no secret can decrypt. Their users can sign in with recovery codes.
 */
export async function reencryptTotpKeys({ db, log }: Pick<CoreDeps, 'db' | 'log'>, cipher: KeyCipher): Promise<void> {
  let unreadable = 0
  for (const row of await selectTotpOfOtherCiphers(db, cipher.id)) {
    const key = decryptTotpKey(cipher, row)
    if (key === undefined) unreadable += 1
    else await updateTotpSecret(db, row, encryptTotpKey(cipher, row.user_id, key))
  }
  if (unreadable > 0) log.error({ users: unreadable }, 'Keys of authenticator apps were encrypted with another IDENTITY_SECRET')
}

function toCipherId(userId: UserId): string {
  return `totp ${userId}`
}

/** Encrypts a new key for the form that sets it up. The key is stored once the user has entered a code of it. */
export function sealSetUpKey(cipher: KeyCipher, userId: UserId, key: string): string {
  return cipher.encrypt(`new totp ${userId}`, key).secret
}

/** Returns the key of the form. Undefined if another user's form or another program made it. */
export function openSetUpKey(cipher: KeyCipher, userId: UserId, sealed: string): string | undefined {
  return cipher.decrypt(`new totp ${userId}`, { secret: sealed, encrypted_with: cipher.id })
}
