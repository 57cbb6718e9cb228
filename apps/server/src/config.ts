import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { passwordMinLength, signUpModes } from '@linkshelf/contract/basics'
import { z } from 'zod'
import { isOneClickHouse } from './platform/clickhouse/clickhouse-addresses.ts'
import { clusterNamePattern } from './platform/clickhouse/clickhouse-cluster.ts'
import { isAddressRange } from './platform/http/client-address.ts'
import { StartError } from './platform/process/start-error.ts'
import { readProviderSettings } from './provider-settings.ts'

const url = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)
const port = z.coerce.number().int().min(0).max(65_535)

/** A setting with comma-separated entries. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )

const addresses = list.refine((entries) => entries.every(isAddressRange), {
  error: 'addresses or ranges such as 10.0.0.0/8, with commas between them',
})

const hosts = list.refine((entries) => entries.every(isHost), { error: 'host names or addresses, with commas between them' })

const nameServers = list.refine((entries) => entries.every(isNameServer), {
  error: 'addresses of name servers, with a port where it is not 53, with commas between them',
})

const secrets = list.refine((entries) => entries.every((secret) => secret.length >= 32), { error: 'at least 32 characters each' })

const page = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).href)
const pages = list
  .refine((entries) => entries.every((entry) => /^https:/i.test(entry) && URL.canParse(entry)), {
    error: 'https addresses, with commas between them',
  })
  .transform((entries) => entries.map((entry) => new URL(entry).href))

/**
 * By default, half of the cores run an edge, at most 8, because the other half is for databases, jobs and api. Systems
 * other than Linux run one edge, because only Linux spreads the connections of one port over several processes.
 */
const defaultEdges = process.platform === 'linux' ? Math.min(8, Math.max(1, Math.floor(availableParallelism() / 2))) : 1

const clickhouseUrl = z
  .string()
  .refine(isOneClickHouse, { error: 'http or https addresses of one account and database, with commas between them' })
  .optional()
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional()

const environment = z.object({
  PORT: port.default(3000),
  LINKS_PORT: port.default(3001),
  APP_URL: url.optional(),
  LINKS_URL: url.optional(),
  /** Other host names of the public origin. */
  LINKS_HOSTS: hosts,
  /** By default, only this machine can connect. */
  HOST: z.string().default('127.0.0.1'),
  LINKSHELF_DATA: z.string().min(1).default('./data'),
  /** Where back-ups are stored: a folder, `s3://bucket/prefix`, or `off`. Defaults to `backups` in the data folder. */
  BACKUP_TARGET: z.string().optional(),
  /** How many back-ups are stored. */
  BACKUP_COPIES: z.coerce.number().int().min(1).max(1_000).default(7),
  /** If `off`, back-ups are not checked by restoring them. */
  BACKUP_CHECKS: z.enum(['on', 'off']).default('on'),
  /** Encrypts the secrets in back-ups. */
  BACKUP_PASSPHRASE: z.string().min(12, 'at least 12 characters').optional(),
  /**
   * The account in the URL depends on the command. `start` and `migrate` need the owner of the database. Any other
   * command needs the account of its process.
   */
  DATABASE_URL: postgresUrl,
  DATABASE_API_URL: postgresUrl,
  DATABASE_EDGE_URL: postgresUrl,
  DATABASE_JOBS_URL: postgresUrl,
  DATABASE_SHIP_URL: postgresUrl,
  DATABASE_LISTENER_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  /**
   * The account in the URL depends on the command. `start` and `migrate` need the account that migrates. Any other
   * command needs the account of its process.
   */
  CLICKHOUSE_URL: clickhouseUrl,
  CLICKHOUSE_READER_URL: clickhouseUrl,
  CLICKHOUSE_WRITER_URL: clickhouseUrl,
  CLICK_DURABILITY: z.enum(['disk', 'process']).default('disk'),
  CLICK_RETENTION_MONTHS: z.coerce.number().int().min(1).max(25).default(13),
  CLICKHOUSE_CLUSTER: z.string().regex(clusterNamePattern, 'letters, digits and underscores, and no digit first').optional(),
  ENGINE_PORT: port.default(0),
  ENGINE_PASSWORD: z.string().default(''),
  ENGINE_READER_PASSWORD: z.string().default(''),
  ENGINE_WRITER_PASSWORD: z.string().default(''),
  /** The first secret encrypts the keys of the identity provider. The other secrets decrypt older keys. */
  IDENTITY_SECRET: secrets,
  GEOIP_DB: z.string().optional(),
  TRUSTED_PROXIES: addresses,
  /** Name servers that are queried for the DNS records of owners' domains. */
  DNS_SERVERS: nameServers,
  /**
   * How many domain names can be newly verified within three hours. Each new name orders a certificate, and Let's
   * Encrypt allows 300 certificates in that time.
   */
  NEW_DOMAINS_PER_3_HOURS: z.coerce.number().int().min(2).default(200),
  ALLOWED_PRIVATE_ADDRESSES: addresses,
  SIGN_UPS: z.enum(signUpModes).default('open'),
  /**
   * How many accounts per hour and network can be created without a confirmation by email. If 0, every account needs a
   * confirmation.
   */
  INSTANT_SIGN_UPS: z.coerce.number().int().min(0).default(100),
  /** The minimum length of passwords, which is not below the minimum of the contract. */
  PASSWORD_MIN_LENGTH: z.coerce.number().pipe(z.int().min(passwordMinLength).max(64)).default(passwordMinLength),
  /** If `on`, users sign in only with the identity providers of the other `OIDC_` settings, never with a password. */
  OIDC_ONLY: z.enum(['on', 'off']).default('off'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine((text) => ['off', 'required', null].includes(new URL(text).searchParams.get('tls')), { error: 'tls is off or required' })
    .optional(),
  MAIL_FROM: z.string().default('Linkshelf <no-reply@localhost>'),
  /** Receives the feedback of users, and an email if a back-up or its check fails. */
  OPERATOR_EMAIL: z.email().optional(),
  /** If `off`, nothing is for sale, and packages do not limit what an organization may use. */
  PLANS: z.enum(['on', 'off']).default('on'),
  BILLING: z.enum(['manual', 'stripe']).default('manual'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: list,
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  STRIPE_TRIAL_DAYS: z.coerce.number().int().min(0).max(730).default(0),
  /** How many days a plan stays active after a failed payment. */
  BILLING_GRACE_DAYS: z.coerce.number().int().min(0).max(60).default(7),
  /** The key of the operator's Google project, for reading channels and videos. */
  YOUTUBE_API_KEY: z.string().optional(),
  /** The OAuth client of the same Google project, for changing videos on behalf of their owners. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /**
   * The first secret encrypts the stored consent that owners gave at Google. The other secrets decrypt older consent.
   */
  GOOGLE_TOKEN_SECRET: secrets,
  /** YouTube's quota for the Google project, in units per day. */
  YOUTUBE_UNITS_PER_DAY: z.coerce.number().int().min(0).default(10_000),
  /** The share of YOUTUBE_UNITS_PER_DAY that one organization may use for channels that no owner has connected. */
  YOUTUBE_UNCONFIRMED_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  /** A server that replaces Google's, for tests. */
  GOOGLE_API_URL: url.optional(),
  TERMS_URL: page.optional(),
  PRIVACY_URL: page.optional(),
  /** Name and address of the operator, for the instance's privacy page. */
  OPERATOR_ADDRESS: z.string().max(500).optional(),
  SOCIAL_LINKS: pages,
  /** How many edge processes `start` runs on LINKS_PORT. */
  EDGES: z.coerce.number().int().min(1).max(64).default(defaultEdges),
  /** If `on`, other edges of this machine listen on LINKS_PORT too. */
  LINKS_PORT_SHARED: z.enum(['on', 'off']).default('off'),
  /**
   * If `off`, the jobs process does not ship clicks. A `ship` process of the same data directory ships them, as in an
   * instance that `start` runs.
   */
  SHIP_IN_JOBS: z.enum(['on', 'off']).default('on'),
  /** The address to which the api sends health checks of the edge. */
  EDGE_URL: url.optional(),
  /**
   * If `off`, the edge reads every request with `node:http` instead of its own reader. This helps if the edge's own
   * reader ever misreads a request.
   */
  EDGE_SOCKET_READER: z.enum(['on', 'off']).default('on'),
  /** The maximum number of open connections from one address to an edge, and to the api. */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(1_000),
  /** Files are rejected while a disk of the data directory has fewer free bytes than this. */
  MIN_FREE_DISK_BYTES: z.coerce.number().int().min(0).optional(),
  /** If `off`, destinations of links are not checked. */
  LINK_CHECKS: z.enum(['on', 'off']).default('on'),
  /** The time between two checks that request the same host. */
  LINK_CHECK_HOST_INTERVAL_MS: z.coerce.number().int().min(0).default(1_000),
  LINK_CHECK_USER_AGENT: z
    .string()
    .regex(/^[\w-]+(\/[\x20-\x7e]*)?$/, 'a name, a slash and a version, as in ExampleBot/1.0 (+https://example.com)')
    .optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

function isHost(entry: string): boolean {
  return /^[^/?#@\\]+$/.test(entry) && URL.canParse(`http://${entry}`)
}

/** Returns whether the entry is an IP address, with or without a port. An IPv6 address with a port is in brackets. */
function isNameServer(entry: string): boolean {
  return isIP(entry.replace(/^\[([^\]]+)\](:\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$3')) !== 0
}

export type Config = ReturnType<typeof readConfig>

/** The only function that reads the environment. Throws a StartError that names every invalid variable. */
export function readConfig(env: Record<string, string | undefined>) {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(nonEmpty)
  if (!parsed.success) {
    const invalid = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`)
    throw new StartError(`These settings can't be used: ${invalid.join('; ')}.`)
  }
  const value = parsed.data
  // Without this check, customers would be charged for plans that are not shown on any screen.
  if (value.PLANS === 'off' && value.BILLING === 'stripe')
    throw new StartError('PLANS=off sells nothing, so it needs BILLING=manual. End the subscriptions at Stripe first.')
  const providers = readProviderSettings(env)
  if (value.OIDC_ONLY === 'on' && providers.length === 0)
    throw new StartError('OIDC_ONLY=on needs OIDC_ISSUER, because otherwise nobody can sign in.')
  return {
    host: value.HOST,
    port: value.PORT,
    linksPort: value.LINKS_PORT,
    appUrl: value.APP_URL ?? `http://localhost:${value.PORT}`,
    linksUrl: value.LINKS_URL ?? `http://localhost:${value.LINKS_PORT}`,
    linksHosts: value.LINKS_HOSTS,
    dataFolder: resolve(value.LINKSHELF_DATA),
    backups: {
      /** A path, or an address that begins with `s3://`. Undefined if no back-ups are made every night. */
      target: value.BACKUP_TARGET === 'off' ? undefined : (value.BACKUP_TARGET ?? join(resolve(value.LINKSHELF_DATA), 'backups')),
      copies: value.BACKUP_COPIES,
      areChecked: value.BACKUP_CHECKS === 'on',
      /** Encrypts the secrets in back-ups. Undefined if back-ups contain no secrets. */
      passphrase: value.BACKUP_PASSPHRASE,
    },
    databaseUrl: value.DATABASE_URL,
    databaseAccounts: omitUndefined({
      api: value.DATABASE_API_URL,
      edge: value.DATABASE_EDGE_URL,
      jobs: value.DATABASE_JOBS_URL,
      ship: value.DATABASE_SHIP_URL,
      listener: value.DATABASE_LISTENER_URL,
    }),
    databaseReadUrl: value.DATABASE_READ_URL,
    clickhouseUrl: value.CLICKHOUSE_URL,
    clickhouseAccounts: omitUndefined({ reader: value.CLICKHOUSE_READER_URL, writer: value.CLICKHOUSE_WRITER_URL }),
    clickDurability: value.CLICK_DURABILITY,
    clickRetentionMonths: value.CLICK_RETENTION_MONTHS,
    clickhouseCluster: value.CLICKHOUSE_CLUSTER,
    enginePort: value.ENGINE_PORT,
    enginePasswords: { default: value.ENGINE_PASSWORD, reader: value.ENGINE_READER_PASSWORD, writer: value.ENGINE_WRITER_PASSWORD },
    identitySecrets: value.IDENTITY_SECRET,
    geoipDb: value.GEOIP_DB,
    dnsServers: value.DNS_SERVERS,
    trustedProxies: value.TRUSTED_PROXIES,
    allowedPrivateAddresses: value.ALLOWED_PRIVATE_ADDRESSES,
    signUps: value.SIGN_UPS,
    instantSignUps: value.INSTANT_SIGN_UPS,
    passwordMinLength: value.PASSWORD_MIN_LENGTH,
    /** Other identity providers with which users can sign in. */
    providers,
    isProviderOnly: value.OIDC_ONLY === 'on',
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    operatorEmail: value.OPERATOR_EMAIL,
    hasPlans: value.PLANS === 'on',
    /** Undefined if the operator bills in another way. Only api and jobs need the secrets. */
    stripe:
      value.BILLING === 'manual'
        ? undefined
        : {
            secretKey: value.STRIPE_SECRET_KEY,
            webhookSecrets: value.STRIPE_WEBHOOK_SECRET,
            apiUrl: value.STRIPE_API_URL,
            trialDays: value.STRIPE_TRIAL_DAYS,
            graceDays: value.BILLING_GRACE_DAYS,
          },
    google: {
      apiKey: value.YOUTUBE_API_KEY,
      clientId: value.GOOGLE_CLIENT_ID,
      clientSecret: value.GOOGLE_CLIENT_SECRET,
      tokenSecrets: value.GOOGLE_TOKEN_SECRET,
      unitsPerDay: value.YOUTUBE_UNITS_PER_DAY,
      unconfirmedShare: value.YOUTUBE_UNCONFIRMED_SHARE,
      url: value.GOOGLE_API_URL,
    },
    termsUrl: value.TERMS_URL,
    privacyUrl: value.PRIVACY_URL,
    operatorAddress: value.OPERATOR_ADDRESS,
    socialLinks: value.SOCIAL_LINKS,
    edges: value.EDGES,
    isLinksPortShared: value.LINKS_PORT_SHARED === 'on',
    shipsInJobs: value.SHIP_IN_JOBS === 'on',
    edgeUrl: value.EDGE_URL,
    minFreeDiskBytes: value.MIN_FREE_DISK_BYTES,
    connectionsPerAddress: value.CONNECTIONS_PER_ADDRESS,
    isEdgeSocketReaderOn: value.EDGE_SOCKET_READER === 'on',
    newDomainsPerThreeHours: value.NEW_DOMAINS_PER_3_HOURS,
    linkChecks: {
      isOn: value.LINK_CHECKS === 'on',
      hostIntervalMs: value.LINK_CHECK_HOST_INTERVAL_MS,
      userAgent: value.LINK_CHECK_USER_AGENT ?? `LinkshelfLinkCheck/1.0 (+${value.LINKS_URL ?? `http://localhost:${value.LINKS_PORT}`})`,
    },
    /** Undefined if no metrics are served. */
    metrics: value.METRICS_PORT === undefined ? undefined : { host: value.METRICS_HOST, port: value.METRICS_PORT },
    logLevel: value.LOG_LEVEL,
    /** The environment, for child processes. */
    environment: env,
  }
}

function omitUndefined<Name extends string, Value>(entries: Record<Name, Value | undefined>): Partial<Record<Name, Value>> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Partial<Record<Name, Value>>
}
