import type { Config } from '../config.ts'
import { edgeReadUrlOf, type Stores } from './stores.ts'

type Environment = Record<string, string | undefined>

/** The settings of this program without any address of a database: those have passwords. */
export function environmentWithoutStores({ environment }: Pick<Config, 'environment'>): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(DATABASE|CLICKHOUSE)_(\w+_)?URL$/.test(name)))
}

/** What a process is started with: the accounts that it signs in with, and no other's. */
export function environmentOf(process: 'api' | 'edge' | 'jobs', config: Config, stores: Stores): Environment {
  const { databaseAccounts, clickhouseUrl } = stores
  return {
    ...environmentWithoutStores(config),
    ...(process === 'api' && { EDGE_URL: config.edgeUrl }),
    DATABASE_URL: databaseAccounts[process],
    DATABASE_LISTENER_URL: databaseAccounts.listener,
    ...(process === 'edge' ? { DATABASE_READ_URL: edgeReadUrlOf({ ...config, ...stores }) } : { CLICKHOUSE_URL: clickhouseUrl }),
  }
}
