import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureSecretFile } from '../platform/process/secret-file.ts'

/** The first secret encrypts new values. Every secret decrypts stored values. */
type Secrets = [Buffer, ...Buffer[]]

/** Returns the secrets of IDENTITY_SECRET, and then the secret of the data directory. */
export function readIdentitySecrets(config: Config): Promise<Secrets> {
  return readSecrets(config, config.identitySecrets, 'identity-secret')
}

/**
 * Returns the secrets of GOOGLE_TOKEN_SECRET, and then the secret of the data directory. They are separate from the
 * secrets of the identity provider, because jobs need them and sign no tokens.
 */
export function readGoogleSecrets(config: Config): Promise<Secrets> {
  return readSecrets(config, config.google.tokenSecrets, 'google-secret')
}

/**
 * Returns the configured secrets, and then the secret of the data directory. The last secret is always included,
 * because it may have encrypted values before the setting existed.
 */
async function readSecrets({ dataFolder }: Config, configured: readonly string[], file: string): Promise<Secrets> {
  const generated = await ensureSecretFile(join(dataFolder, file))
  // The secret is the text of the file and not the decoded bytes, so that the same text works as a setting.
  const ofDirectory = Buffer.from(generated.toString('base64url'))
  const [first, ...others] = configured.map((secret) => Buffer.from(secret))
  return first === undefined ? [ofDirectory] : [first, ...others, ofDirectory]
}
