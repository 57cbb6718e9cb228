import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A secret as it is stored: base64url of nonce, tag and ciphertext. */
export interface EncryptedSecret {
  secret: string
  /** Names the secret of the configuration that encrypted it. Null: plain text of an earlier version. */
  encrypted_with: string | null
}

export interface KeyCipher {
  /** Names the secret that encrypts. */
  readonly id: string
  encrypt(keyId: string, plain: string): EncryptedSecret
  /** Undefined when none of the secrets encrypted it, or it was changed or moved to another key. */
  decrypt(keyId: string, stored: EncryptedSecret): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts with the first secret, and decrypts with all. A key's id is authenticated with it, so one can't be put
 * in the place of another.
 */
export function createKeyCipher(secrets: readonly [Buffer, ...Buffer[]]): KeyCipher {
  const keys = new Map(secrets.map((secret) => [derive(secret, 'name', 6).toString('base64url'), derive(secret, 'encryption', 32)]))
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
      return known && open(known, keyId, Buffer.from(secret, 'base64url'))
    },
  }
}

function open(key: Buffer, keyId: string, stored: Buffer): string | undefined {
  const [nonce, tag] = [stored.subarray(0, nonceBytes), stored.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(keyId)).setAuthTag(tag)
    return Buffer.concat([decipher.update(stored.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function derive(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `identity keys: ${purpose}`, bytes))
}
