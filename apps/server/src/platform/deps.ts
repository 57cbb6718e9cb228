import type { ClickHouse } from './clickhouse/clickhouse.ts'
import type { Clock } from './clock.ts'
import type { DiskSpace } from './disk-space.ts'
import type { DnsQueries } from './http/dns-queries.ts'
import type { GuardedFetch } from './http/guarded-fetch.ts'
import type { Ids } from './ids.ts'
import type { Mailer } from './mail/mail.ts'
import type { Db } from './postgres/postgres.ts'
import type { parseInChild } from './process/confined/parse-in-child.ts'
import type { Log } from './process/log.ts'

/**
 * Every write and every job needs these dependencies. An operation takes the smallest interface in this file that
 * contains the dependencies it uses.
 */
export interface CoreDeps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  /** Whether subscription packages limit what organizations may use. */
  hasPlans: boolean
}

/** For operations that create or recognize URLs of this instance. */
export interface OriginDeps extends CoreDeps {
  origins: Origins
}

/** For operations that read clicks, which are in ClickHouse. */
export interface ClickDeps extends OriginDeps {
  clickhouse: ClickHouse
  /**
   * The client for inserting and deleting rows. In an api process, its account can only read, because an api process
   * writes nothing to ClickHouse.
   */
  clickhouseWriter: ClickHouse
}

/** For operations that send emails. */
export interface MailDeps extends OriginDeps {
  mail: Mailer
}

/** For operations that send requests to URLs that users name. */
export interface FetchDeps extends OriginDeps {
  /** Fetches a page by a URL that a user names. */
  fetchPage: GuardedFetch
  /** Requests the destination of a link; follows no redirect. */
  fetchDestination: GuardedFetch
  /** Fetches an image by a URL that a user names. */
  fetchImage: GuardedFetch
  /** Fetches the icon of a site by a URL that its page names. */
  fetchIcon: GuardedFetch
  /** Fetches a style sheet of fonts, or one of its files, by a URL that a user or the style sheet names. */
  fetchFont: GuardedFetch
}

/** For operations that read the DNS records of domains named by users. */
export interface DnsDeps extends OriginDeps {
  dns: DnsQueries
}

/** For operations that read files uploaded by users. */
export interface ForeignFileDeps extends OriginDeps {
  /** Runs a parser on a file in a confined process. Tests run the parser in their own process. */
  parseForeignFile: typeof parseInChild
}

/** For operations that store files of owners. */
export interface StorageDeps extends CoreDeps {
  /** The disks that files are stored on. */
  diskSpace: DiskSpace
}

/** The dependencies of a process that serves owners. */
export interface Deps extends ClickDeps, MailDeps, FetchDeps, DnsDeps, ForeignFileDeps, StorageDeps {}

/** The two origins, without a trailing slash. */
export interface Origins {
  /** Serves the dashboard, the API and sign-in. */
  app: string
  /** Serves short links and public pages. No cookies or tokens are used on this origin. */
  public: string
  /** Other names under which visitors reach the public origin: host names, and ports that edges listen on. */
  publicAliases?: { hosts: readonly string[]; ports: readonly number[] }
}
