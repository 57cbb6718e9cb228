import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { vi } from 'vitest'
import { type Identity, type IdentityOptions, openIdentity } from '../src/identity/index.ts'
import { systemClock } from '../src/platform/clock.ts'
import { closeServer } from '../src/platform/http/http.ts'
import type { Email } from '../src/platform/mail/mail.ts'
import { freePort } from '../src/platform/process/free-port.ts'
import { openTestDeps, type TestDeps } from './open-test-deps.ts'
import { anAuthorization, openTestBrowser, redeemCode, type TestBrowser, type TestPage, type Tokens } from './test-browser.ts'

export interface TestIdentity extends AsyncDisposable {
  deps: TestDeps
  identity: Identity
  /** The app's origin, answering on a real port. */
  app: string
  clock: MovableClock
  /** As when the process is started again: the same database, everything else anew. */
  restart(): Promise<void>
  /** Works on the database as whoever owns its tables. */
  asOwner(work: (owner: pg.Client) => Promise<void>): Promise<void>
  browser(): TestBrowser
  /** A new person, by the sign-up form; gives back the browser they are signed in with and their tokens. */
  signUp(person?: Partial<SignUpFields>): Promise<SignedUp>
  /** Waits for what goes on after answers, and gives back the letters to this address, oldest first. */
  lettersTo(email: string): Promise<Email[]>
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

let people = 0

export function aSignUp(given: Partial<SignUpFields> = {}): SignUpFields {
  people += 1
  return { full_name: 'Mia Baker', email: `mia-${people}@example.com`, password: `otters like cold water ${people}`, ...given }
}

/** The identity provider with its pages on a real port and a real database. */
export async function openTestIdentity(options: Partial<IdentityOptions> & { https?: boolean } = {}): Promise<TestIdentity> {
  const port = await freePort()
  const reached = `http://127.0.0.1:${port}`
  const app = options.https ? `https://app.test` : reached
  const clock = movableClock()
  const deps = await openTestDeps({ clock, origins: { app, public: 'http://go.test' } })
  let identity = await openIdentity({ deps, trustedProxies: [], ...options })
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
    async restart() {
      await identity.close()
      identity = await openIdentity({ deps, trustedProxies: [], ...options })
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
      const person = aSignUp(given)
      const browser = openTestBrowser(reached)
      await browser.open(anAuthorization(reached).url)
      await browser.submit(await browser.open('/auth/signup'), { ...person })
      return { ...person, browser, tokens: await tokensFor(browser, reached) }
    },
    async lettersTo(email) {
      await identity.close()
      return deps.letters.filter((letter) => letter.to === email)
    },
    async [Symbol.asyncDispose]() {
      await closeServer(server)
      await identity.close()
      await deps[Symbol.asyncDispose]()
    },
  }
}

/** The statements sent to the database meanwhile, in order and without their values. */
export async function statementsOf({ deps }: TestIdentity, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const send = pg.Client.prototype.query
  const listening = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: Parameters<typeof send>
  ) {
    const [statement] = given as unknown[]
    if (typeof statement === 'string' && this.database === new URL(deps.databaseUrl).pathname.slice(1)) statements.push(statement)
    return Reflect.apply(send, this, given)
  })
  await work()
  listening.mockRestore()
  return statements
}

/** Tokens for whoever is signed in with this browser, without a page in between. */
export async function tokensFor(browser: TestBrowser, app: string): Promise<Tokens> {
  const asked = anAuthorization(app)
  const answer = await redeemCode(app, codeIn(await browser.open(asked.url)), asked.verifier)
  return (await answer.json()) as Tokens
}

/** The code that a page ended with; throws when it ended somewhere else. */
export function codeIn(page: TestPage): string {
  const code = page.url.searchParams.get('code')
  if (page.url.pathname !== '/callback' || code === null)
    throw new Error(`No code: the browser ended at ${page.url.pathname} with ${page.status}`)
  return code
}

/** The address of the link in a letter. */
export function linkIn(letter: Email | undefined): string {
  return /https?:\S+token=\S+/.exec(letter?.text ?? '')?.[0] ?? ''
}

function movableClock(): MovableClock {
  let ahead = 0
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    forward(ms) {
      ahead += ms
    },
  }
}
