import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Logger, runOnce } from 'graphile-worker'
import { Hono } from 'hono'
import pg from 'pg'
import { vi } from 'vitest'
import { createRequestContext, type UserContext } from '../src/access/index.ts'
import { accessRevocations } from '../src/access-revocations.ts'
import { secondFactorJobs } from '../src/identity/codes/second-factor-emails.ts'
import { emailChangeJobs } from '../src/identity/email-change/email-change-emails.ts'
import { identityEmailJobs } from '../src/identity/emails/email-jobs.ts'
import { createIdentity, type Identity, type IdentityOptions, openSessionVerifier } from '../src/identity/index.ts'
import { passkeyEmailJobs } from '../src/identity/passkeys/passkey-emails.ts'
import { systemClock } from '../src/platform/clock.ts'
import { closeServer } from '../src/platform/http/listen.ts'
import { type Job, toTaskList } from '../src/platform/jobs.ts'
import type { Email } from '../src/platform/mail/mail.ts'
import { findFreePort } from '../src/platform/process/free-port.ts'
import type { Log } from '../src/platform/process/log.ts'
import { closeFetchConnections } from './close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from './open-test-deps.ts'
import {
  anAuthorization,
  aPublicClient,
  completeSignIn,
  openSignIn,
  openTestBrowser,
  type PublicTokens,
  readTokens,
  redeemCode,
  type TestBrowser,
  type TestPage,
  type Tokens,
} from './test-browser.ts'

export interface TestIdentity extends AsyncDisposable {
  deps: TestDeps
  identity: Identity
  /** The app's origin, served on a real port. */
  app: string
  clock: MovableClock
  /**
   * Simulates a restart of the process: the database stays, and everything else is created again with the changed
   * options.
   */
  restart(changed?: Partial<IdentityOptions>): Promise<void>
  /** Connects to the database as the owner of its tables. */
  asOwner(work: (owner: pg.Client) => Promise<void>): Promise<void>
  browser(): TestBrowser
  /** Signs up a new user with the sign-up form. Returns the signed-in browser and the tokens. */
  signUp(user?: Partial<SignUpFields>): Promise<SignedUp>
  /** Runs the queued email jobs and returns the emails to this address, oldest first. */
  emailsTo(email: string): Promise<Email[]>
}

export interface MovableClock {
  now(): Date
  forward(ms: number): void
}

export interface SignUpFields {
  full_name: string
  email: string
  password: string
}

export interface SignedUp extends SignUpFields {
  browser: TestBrowser
  tokens: Tokens
}

export const testIdentitySecrets = [Buffer.from('the secret of a test run')] as const

let userCount = 0

/**
 * Returns a new user. Only the last 100 users have different passwords, because the filter of common passwords rejects
 * one in several thousand by mistake. It accepts all of these.
 */
export function aSignUp(given: Partial<SignUpFields> = {}): SignUpFields {
  userCount += 1
  return { full_name: 'Mia Baker', email: `mia-${userCount}@example.com`, password: `otters like cold water ${userCount % 100}`, ...given }
}

/**
 * Opens the identity provider and its pages on a real port, with a real database. Passkeys need the host `localhost`.
 */
export async function openTestIdentity(
  options: Partial<IdentityOptions> & { https?: boolean; host?: string; log?: Log } = {},
): Promise<TestIdentity> {
  const port = await findFreePort()
  const reached = `http://${options.host ?? '127.0.0.1'}:${port}`
  const app = options.https ? `https://app.test` : reached
  const clock = createMovableClock()
  const deps = await openTestDeps({ clock, origins: { app, public: 'http://go.test' }, ...(options.log && { log: options.log }) })
  const open = (changed: Partial<IdentityOptions> = {}) =>
    createIdentity({
      deps,
      secrets: testIdentitySecrets,
      trustedProxies: [],
      accessRevocations,
      clients: [aPublicClient(app)],
      ...options,
      ...changed,
    })
  let identity = await open()
  const listener = getRequestListener((request, env) => new Hono().route('/auth', identity.pages).fetch(request, env))
  const server = createServer((request, response) =>
    request.url?.startsWith('/oidc/') ? identity.handle(request, response) : void listener(request, response),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    deps,
    get identity() {
      return identity
    },
    async restart(changed = {}) {
      identity = await open(changed)
    },
    app: reached,
    clock,
    async asOwner(work) {
      const owner = new pg.Client({ connectionString: deps.databaseUrl })
      await owner.connect()
      await work(owner).finally(() => owner.end())
    },
    browser: () => openTestBrowser(reached),
    async signUp(given) {
      const user = aSignUp(given)
      const browser = openTestBrowser(reached)
      await openSignIn(browser)
      await browser.submit(await browser.open('/auth/signup'), { ...user })
      return { ...user, browser, tokens: await fetchTokens(browser) }
    },
    async emailsTo(email) {
      await runEmailJobs(deps)
      return deps.emails.filter(({ to }) => to === email)
    },
    async [Symbol.asyncDispose]() {
      closeFetchConnections()
      await closeServer(server)
      identity.close()
      await deps[Symbol.asyncDispose]()
    },
  }
}

/** Runs every queued job of these once, as the jobs process does. */
export async function runEmailJobs(
  deps: TestDeps,
  jobs: readonly Job[] = [...identityEmailJobs(deps), ...emailChangeJobs(deps), ...secondFactorJobs(deps), ...passkeyEmailJobs(deps)],
): Promise<void> {
  await runOnce({
    connectionString: deps.accounts.jobs,
    taskList: toTaskList(jobs),
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  })
}

/** Returns the task and the payload's field names of every queued job. */
export async function listQueuedEmailJobs({ asOwner }: TestIdentity): Promise<{ task: string; fields: string[] }[]> {
  let jobs: { task: string; fields: string[] }[] = []
  await asOwner(async (owner) => {
    const { rows } = await owner.query(`
      select task.identifier as task, array(select json_object_keys(job.payload)) as fields
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
      order by job.id`)
    jobs = rows
  })
  return jobs
}

/** Returns the statements that are sent to the database while `work` runs, in order and without their parameters. */
export async function recordStatements({ deps }: TestIdentity, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: Parameters<typeof send>) {
    const [statement] = given as unknown[]
    if (typeof statement === 'string' && this.database === new URL(deps.databaseUrl).pathname.slice(1)) statements.push(statement)
    return Reflect.apply(send, this, given)
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return statements
}

/** Signs the user in on another browser. */
export async function signInElsewhere(
  site: TestIdentity,
  { email, password }: Pick<SignedUp, 'email' | 'password'>,
): Promise<Pick<SignedUp, 'browser' | 'tokens'>> {
  const browser = site.browser()
  await browser.submit(await openSignIn(browser), { email, password })
  return { browser, tokens: await fetchTokens(browser) }
}

/** Fetches tokens for the user who is signed in with this browser. No page is shown in between. */
export async function fetchTokens(browser: TestBrowser): Promise<Tokens> {
  const callback = await openSignIn(browser)
  getCode(callback)
  return readTokens(await completeSignIn(browser, callback))
}

/** Fetches tokens of the public client for the user who is signed in with this browser. */
export async function fetchPublicTokens(browser: TestBrowser, app: string): Promise<PublicTokens> {
  const { url, verifier } = anAuthorization(app)
  const response = await redeemCode(app, getCode(await browser.open(url)), verifier)
  return (await response.json()) as PublicTokens
}

/** Returns the context of an API request with this access token. Throws if the token is invalid. */
export async function createTokenContext({ deps, identity }: TestIdentity, { access_token }: Tokens): Promise<UserContext> {
  const sessions = openSessionVerifier(deps, { issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  const actor = await sessions.verify(access_token)
  sessions.close()
  if (actor === undefined) throw new Error('The access token is invalid')
  return createRequestContext(deps, { actor, source: 'api' })
}

/** Returns the authorization code in the page's URL. Throws if there is no code. */
export function getCode(page: TestPage): string {
  const code = page.url.searchParams.get('code')
  if (page.url.pathname !== '/callback' || code === null)
    throw new Error(`No code: the browser ended at ${page.url.pathname} with ${page.status}`)
  return code
}

/** Returns the link in the email that carries a token, or an empty string if there is no such link. */
export function findLinkInEmail(email: Email | undefined): string {
  return /https?:\S+token=\S+/.exec(email?.text ?? '')?.[0] ?? ''
}

function createMovableClock(): MovableClock {
  let ahead = 0
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    forward(ms) {
      ahead += ms
    },
  }
}
