import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { organizationId } from '@linkshelf/contract'
import { expect, it, vi } from 'vitest'
import { anApiKey } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { createTokenContext, openTestIdentity, type SignedUp, type TestIdentity } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { findOrganizationContext } from '../../access/context.ts'
import { openApiKeyVerifier } from '../../api-keys/index.ts'
import { readConfig } from '../../config.ts'
import { openSessionVerifier } from '../../identity/index.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runUserCommand } from './user-command.ts'

const email = 'noah@people.test'

/** Runs the command on this database. Returns what it printed, and its security events. */
async function runUser({ deps }: TestIdentity, ...args: string[]): Promise<{ printed: string; events: unknown[] }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'user-'))
  const { log, events } = recordLog()
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const environment = { LINKSHELF_DATA: folder.path, DATABASE_URL: deps.accounts.api, APP_URL: deps.origins.app }
  try {
    await runUserCommand(readConfig(environment), log, args)
    return { printed: output.mock.calls.map(([text]) => String(text)).join(''), events: events() }
  } finally {
    output.mockRestore()
  }
}

const findLink = (printed: string) => /https?:\S+token=\S+/.exec(printed)?.[0] ?? ''

async function signIn(site: TestIdentity, account: { email: string; password: string }) {
  const browser = site.browser()
  return browser.submit(await browser.open('/auth/signin'), account)
}

/** Returns the context of the user's requests about their own organization. */
async function findOwnContext(site: TestIdentity, { tokens }: SignedUp) {
  const user = await createTokenContext(site, tokens)
  const [organization] = await listOrganizations(user)
  const ctx = await findOrganizationContext(user, organizationId.parse(organization?.id))
  if (ctx === undefined) throw new Error('The user has no organization')
  return ctx
}

const selectAuditedActions = (site: TestIdentity) =>
  queryAsOwner(
    site.deps,
    "select action, source from audit_log where actor_kind = 'system' and actor_id = 'linkshelf user' order by action",
  )

it('creates an account even if sign-ups are closed, and prints a link that sets its password once', async () => {
  await using site = await openTestIdentity({ signUps: 'closed' })
  const password = 'badgers dig at dusk'

  const { printed, events } = await runUser(site, 'create', email, 'Noah', 'Chen')

  const browser = site.browser()
  const form = await browser.open(findLink(printed))
  await browser.submit(form, { password })
  expect((await signIn(site, { email, password })).url.pathname).toBe('/')
  expect((await site.browser().open(findLink(printed))).status).toBe(410)
  expect(events).toEqual(['sign_up.succeeded', 'password_reset.link_created'])
  expect(await selectAuditedActions(site)).toEqual([
    { action: 'user.create_password_link', source: 'command' },
    { action: 'user.register', source: 'command' },
  ])
  expect((await runUser(site, 'list')).printed).toMatch(/^noah@people\.test\tNoah Chen\t\d{4}-\d\d-\d\d\tactive\n$/)
})

it('prints a link that resets a password, signs out everywhere, and expires after a day', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const { printed: earlier } = await runUser(site, 'reset', mia.email)
  const { printed, events } = await runUser(site, 'reset', mia.email)
  expect((await site.browser().open(findLink(earlier))).status).toBe(410)

  const browser = site.browser()
  await browser.submit(await browser.open(findLink(printed)), { password: 'badgers dig at dusk' })

  expect((await signIn(site, mia)).status).toBe(422)
  expect((await signIn(site, { email: mia.email, password: 'badgers dig at dusk' })).url.pathname).toBe('/')
  await expect(createTokenContext(site, mia.tokens)).rejects.toThrow('invalid')
  expect(events).toEqual(['password_reset.link_created'])
  const { printed: late } = await runUser(site, 'reset', mia.email)
  site.clock.forward(25 * 60 * 60_000)
  expect((await site.browser().open(findLink(late))).status).toBe(410)
})

it('ends the sessions and keys of a disabled account at once, and lets its user sign in when it is enabled', async () => {
  await using site = await openTestIdentity()
  const [mia, noah] = [await site.signUp(), await site.signUp()]
  const ctx = await findOwnContext(site, mia)
  const { key } = await anApiKey(site.deps, ctx)
  const keys = openApiKeyVerifier(site.deps)
  const { issuer, audience, jwks } = site.identity
  const sessions = openSessionVerifier(site.deps, { issuer, audience, keys: jwks })
  const known = [await keys.verify(key, { requestId: 'test' }), await sessions.verify(mia.tokens.access_token)]

  const { printed, events } = await runUser(site, 'disable', mia.email.toUpperCase())

  await Promise.all(known.map((actor) => vi.waitUntil(() => actor?.ended.aborted)))
  expect(await keys.verify(key, { requestId: 'test' })).toBeUndefined()
  expect(await sessions.verify(mia.tokens.access_token)).toBeUndefined()
  expect(printed).toContain('Sessions that ended: 1. API keys that ended: 1.')
  expect(events).toEqual(['api_key.revoked', 'account.disabled'])
  const rejected = await signIn(site, mia)
  expect([rejected.status, rejected.html.includes('This account is disabled.')]).toEqual([403, true])
  expect((await signIn(site, { email: mia.email, password: 'not it' })).html).not.toContain('disabled')
  await site.browser().submit(await site.browser().open('/auth/forgot'), { email: mia.email })
  expect((await site.emailsTo(mia.email)).map(({ subject }) => subject)).not.toContainEqual(expect.stringMatching(/reset|new password/i))
  expect((await runUser(site, 'list')).printed).toMatch(/\tdisabled\n.*\tactive\n|\tactive\n.*\tdisabled\n/)
  expect((await signIn(site, noah)).url.pathname).toBe('/')
  await expect(runUser(site, 'reset', mia.email)).rejects.toThrow('disabled')

  expect((await runUser(site, 'enable', mia.email)).events).toEqual(['account.enabled'])

  expect((await signIn(site, mia)).url.pathname).toBe('/')
  expect(await keys.verify(key, { requestId: 'test' })).toBeUndefined()
  keys.close()
  sessions.close()
})

it('rejects a key that was created while its user is disabled', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const ctx = await findOwnContext(site, mia)
  await runUser(site, 'disable', mia.email)

  const { key } = await anApiKey(site.deps, ctx)

  const keys = openApiKeyVerifier(site.deps)
  expect(await keys.verify(key, { requestId: 'test' })).toBeUndefined()
  keys.close()
})

it('says what is wrong, and changes nothing', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const wrong = [
    [],
    ['reset'],
    ['create', email],
    ['create', 'noah', 'Noah'],
    ['create', mia.email, 'Mia'],
    ['disable', email],
    ['drop', email],
  ]
  for (const args of wrong) await expect(runUser(site, ...args), args.join(' ')).rejects.toThrow(StartError)
  expect(await selectAuditedActions(site)).toEqual([])
})
