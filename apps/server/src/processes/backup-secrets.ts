import { userId, youtubeChannelId } from '@linkshelf/contract'
import type { SecretTable } from '../backups/index.ts'
import type { Config } from '../config.ts'
import { createKeyCipher, decryptTotpKey, encryptTotpKey } from '../identity/index.ts'
import { toConnectionKey } from '../youtube-channels/index.ts'
import { readGoogleSecrets, readIdentitySecrets } from './stored-secrets.ts'

/** Returns the tables of secrets that a back-up can contain, encrypted with the secrets of this machine. */
export async function openSecretTables(config: Config): Promise<SecretTable[]> {
  const identity = createKeyCipher(await readIdentitySecrets(config))
  const google = createKeyCipher(await readGoogleSecrets(config))
  const toGoogleId = (id: string) => toConnectionKey(youtubeChannelId.parse(id))
  return [
    {
      ...{ name: 'public.identity_keys', idColumn: 'id', secretColumn: 'secret', setting: 'IDENTITY_SECRET' },
      encrypt: identity.encrypt,
      decrypt: identity.decrypt,
    },
    {
      ...{ name: 'public.user_totp', idColumn: 'user_id', secretColumn: 'secret', setting: 'IDENTITY_SECRET' },
      encrypt: (id, plain) => encryptTotpKey(identity, userId.parse(id), plain),
      decrypt: (id, { secret, encrypted_with }) =>
        decryptTotpKey(identity, { user_id: userId.parse(id), secret, encrypted_with: encrypted_with ?? '' }),
    },
    {
      ...{ name: 'public.youtube_connections', idColumn: 'channel_id', secretColumn: 'refresh_token', setting: 'GOOGLE_TOKEN_SECRET' },
      encrypt: (id, plain) => google.encrypt(toGoogleId(id), plain),
      decrypt: (id, stored) => google.decrypt(toGoogleId(id), stored),
    },
  ]
}
