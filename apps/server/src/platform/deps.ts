import type { ClickHouse } from './clickhouse/clickhouse.ts'
import type { Clock } from './clock.ts'
import type { GuardedFetch } from './http/guarded-fetch.ts'
import type { Ids } from './ids.ts'
import type { Mailer } from './mail/mail.ts'
import type { Db } from './postgres/postgres.ts'
import type { Log } from './process/log.ts'

/** The tools a room works with. A verb takes only those it uses. */
export interface Deps {
  db: Db
  clickhouse: ClickHouse
  clock: Clock
  ids: Ids
  log: Log
  mail: Mailer
  /** Of a picture that an owner names. */
  fetchImage: GuardedFetch
  origins: Origins
}

/** The two origins, without a trailing slash. */
export interface Origins {
  /** Dashboard, API and sign-in. */
  app: string
  /** What visitors see: nothing with a cookie or a token lives there. */
  public: string
}
