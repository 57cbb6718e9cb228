import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A secret as it is stored: base64url of nonce, tag and ciphertext. */
export interface EncryptedSecret {
  secret: string
  /**
   * Identifies the secret in the configuration that encrypted the key. Null if an earlier version stored the key in
   * plain text.
   */
  encrypted_with: string | null
}

export interface KeyCipher {
  /** Identifies the secret that `encrypt` uses. */
  readonly id: string
  encrypt(keyId: string, plain: string): EncryptedSecret
  /**
   * Returns the plain text. Returns undefined if no secret can decrypt the ciphertext, for example because it was
   * changed or moved to another key.
   */
  decrypt(keyId: string, stored: EncryptedSecret): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts with the first secret, and decrypts with any. The key's id is authenticated with its ciphertext, so the
 * ciphertext of one key can't replace another's.
 */
export function createKeyCipher(secrets: readonly [Buffer, ...Buffer[]]): KeyCipher {
  const keys = new Map(secrets.map((secret) => [deriveKey(secret, 'name', 6).toString('base64url'), deriveKey(secret, 'encryption', 32)]))
  const [[id, key]] = [...keys] as [[string, Buffer]]
  return {
    id,
    encrypt(keyId, plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(keyId))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { secret: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url'), encrypted_with: id }
    },
    decrypt(keyId, { secret, encrypted_with }) {
      if (encrypted_with === null) return secret
      const known = keys.get(encrypted_with)
      return known && decryptSecret(known, keyId, Buffer.from(secret, 'base64url'))
    },
  }
}

function decryptSecret(key: Buffer, keyId: string, stored: Buffer): string | undefined {
  const [nonce, tag] = [stored.subarray(0, nonceBytes), stored.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(keyId)).setAuthTag(tag)
    return Buffer.concat([decipher.update(stored.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function deriveKey(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `identity keys: ${purpose}`, bytes))
}
