import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { IdentityOptions } from '../identity/index.ts'
import { ensureSecretFile } from '../platform/process/secret-file.ts'

/** The secrets of IDENTITY_SECRET, and without it the one of the data directory. The latter still decrypts when the setting is new. */
export async function identitySecretsOf(config: Config): Promise<IdentityOptions['secrets']> {
  const generated = await ensureSecretFile(join(config.dataFolder, 'identity-secret'))
  // As the text of the file, so that the same text works as a setting.
  const ofDirectory = Buffer.from(generated.toString('base64url'))
  const [first, ...others] = config.identitySecrets.map((secret) => Buffer.from(secret))
  return first === undefined ? [ofDirectory] : [first, ...others, ofDirectory]
}
