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

/** A write or a job needs these. An operation takes the smallest of the following groups that has what it uses. */
export interface CoreDeps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  /** Whether packages limit what organizations may use. */
  hasPlans: boolean
}

/** Makes or recognizes URLs of this instance. */
export interface OriginDeps extends CoreDeps {
  origins: Origins
}

/** Reads clicks, which are in ClickHouse. */
export interface ClickDeps extends OriginDeps {
  clickhouse: ClickHouse
  /** Inserts and deletes rows; that of an api may only read. */
  clickhouseWriter: ClickHouse
}

/** Sends emails. */
export interface MailDeps extends OriginDeps {
  mail: Mailer
}

/** Requests addresses that users name. */
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

/** Reads the DNS records of domains that users name. */
export interface DnsDeps extends OriginDeps {
  dns: DnsQueries
}

/** Reads files that users upload. */
export interface ForeignFileDeps extends OriginDeps {
  /** Runs a parser on a file in a confined process. Tests run it in their own process. */
  parseForeignFile: typeof parseInChild
}

/** Stores files of owners. */
export interface StorageDeps extends CoreDeps {
  /** The disks that files are stored on. */
  diskSpace: DiskSpace
}

/** The dependencies of a process that serves owners. */
export interface Deps extends ClickDeps, MailDeps, FetchDeps, DnsDeps, ForeignFileDeps, StorageDeps {}

/** The two origins, without a trailing slash. */
export interface Origins {
  /** Dashboard, API and sign-in. */
  app: string
  /** Short links and public pages: no cookie or token is used there. */
  public: string
  /** Further names of the public origin for visitors: host names, and ports that edges listen on. */
  publicAliases?: { hosts: readonly string[]; ports: readonly number[] }
}
