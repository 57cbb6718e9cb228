import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureSecretFile } from '../platform/process/secret-file.ts'

/** The first encrypts, all decrypt. */
type Secrets = [Buffer, ...Buffer[]]

/** The secrets of IDENTITY_SECRET, and without it the one of the data directory. */
export function readIdentitySecrets(config: Config): Promise<Secrets> {
  return readSecrets(config, config.identitySecrets, 'identity-secret')
}

/** Returns those of GOOGLE_TOKEN_SECRET. Jobs, which sign no tokens, need no secret of the identity provider. */
export function readGoogleSecrets(config: Config): Promise<Secrets> {
  return readSecrets(config, config.google.tokenSecrets, 'google-secret')
}

/** The one of the data directory still decrypts when the setting is new. */
async function readSecrets({ dataFolder }: Config, configured: readonly string[], file: string): Promise<Secrets> {
  const generated = await ensureSecretFile(join(dataFolder, file))
  // The secret is the text of the file, so that the same text works as a setting.
  const ofDirectory = Buffer.from(generated.toString('base64url'))
  const [first, ...others] = configured.map((secret) => Buffer.from(secret))
  return first === undefined ? [ofDirectory] : [first, ...others, ofDirectory]
}
