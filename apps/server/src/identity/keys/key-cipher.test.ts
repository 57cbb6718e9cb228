import { expect, it } from 'vitest'
import { createKeyCipher } from './key-cipher.ts'

const [one, other] = [Buffer.from('one secret'), Buffer.from('another secret')]
const cipher = createKeyCipher([one])

it('decrypts what it encrypted, to different ciphertext each time', () => {
  const [stored, again] = [cipher.encrypt('key-1', 'secret'), cipher.encrypt('key-1', 'secret')]

  expect(cipher.decrypt('key-1', stored)).toBe('secret')
  expect(stored.secret).not.toBe(again.secret)
})

it.each([
  ['of another key', 'key-2', {}],
  ['of another secret', 'key-1', { encrypted_with: createKeyCipher([other]).id }],
  ['that was changed', 'key-1', { secret: flipLast(cipher.encrypt('key-1', 'secret').secret) }],
  ['that was cut', 'key-1', { secret: 'AAAA' }],
])('does not decrypt a secret %s', (_what, keyId, changed) => {
  expect(cipher.decrypt(keyId, { ...cipher.encrypt('key-1', 'secret'), ...changed })).toBeUndefined()
})

it('decrypts with every secret, and encrypts with the first', () => {
  const changing = createKeyCipher([other, one])

  expect(changing.decrypt('key-1', cipher.encrypt('key-1', 'secret'))).toBe('secret')
  expect(changing.encrypt('key-1', 'secret').encrypted_with).toBe(createKeyCipher([other]).id)
})

function flipLast(secret: string): string {
  const bytes = Buffer.from(secret, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return bytes.toString('base64url')
}
