import type { Config } from '../config.ts'
import { edgeReadUrlOf, type Stores } from './stores.ts'

type Environment = Record<string, string | undefined>

/** Settings that only some processes get. */
const secretNames =
  /^(DATABASE|CLICKHOUSE)_(\w+_)?URL$|^IDENTITY_SECRET$|^STRIPE_(SECRET_KEY|WEBHOOK_SECRET)$|^YOUTUBE_API_KEY$|^GOOGLE_(CLIENT|TOKEN)_SECRET$/

/**
 * The settings of this program without addresses of databases, which have passwords, and without the secrets of the
 * identity provider, of Stripe and of Google.
 */
export function environmentWithoutSecrets({ environment }: Pick<Config, 'environment'>): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secretNames.test(name)))
}

/** Returns the environment of a process: it contains the accounts that the process signs in with, and no others. */
export function environmentOf(process: 'api' | 'edge' | 'jobs', config: Config, stores: Stores): Environment {
  const { databaseAccounts, clickhouseAccounts } = stores
  return {
    ...environmentWithoutSecrets(config),
    ...(process === 'api' && { EDGE_URL: config.edgeUrl }),
    DATABASE_URL: databaseAccounts[process],
    DATABASE_LISTENER_URL: databaseAccounts.listener,
    ...(process === 'api' && { IDENTITY_SECRET: config.environment.IDENTITY_SECRET }),
    ...(process !== 'edge' && {
      STRIPE_SECRET_KEY: config.environment.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: config.environment.STRIPE_WEBHOOK_SECRET,
      YOUTUBE_API_KEY: config.environment.YOUTUBE_API_KEY,
      GOOGLE_CLIENT_SECRET: config.environment.GOOGLE_CLIENT_SECRET,
      GOOGLE_TOKEN_SECRET: config.environment.GOOGLE_TOKEN_SECRET,
    }),
    ...(process === 'edge'
      ? { DATABASE_READ_URL: edgeReadUrlOf({ ...config, ...stores }) }
      : { CLICKHOUSE_WRITER_URL: clickhouseAccounts.writer }),
    ...(process === 'api' && { CLICKHOUSE_READER_URL: clickhouseAccounts.reader }),
  }
}
