import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { createTokenContext, fetchTokens, openTestIdentity, type TestIdentity } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { readConfig } from '../../config.ts'
import { listSessions } from '../../identity/sessions/sessions.ts'
import { runOwnerCommand } from './owner-command.ts'

/** Runs the command on this database. Returns the link that it printed, and its security events. */
async function runOwner({ deps }: TestIdentity, ...args: string[]): Promise<{ link: string; events: unknown[] }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'owner-'))
  const { log, events } = recordLog()
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const environment = { LINKSHELF_DATA: folder.path, DATABASE_URL: deps.accounts.api, APP_URL: deps.origins.app }
  try {
    await runOwnerCommand(readConfig(environment), log, args)
    return { link: /https?:\S+token=\S+/.exec(String(output.mock.calls[0]?.[0]))?.[0] ?? '', events: events() }
  } finally {
    output.mockRestore()
  }
}

const provider = { key: '1', issuer: 'http://127.0.0.1:9', clientId: 'linkshelf', clientSecret: 'secret', scopes: 'openid' }
const providers = [{ ...provider, emailDomains: [], button: 'Continue with Acme', groups: undefined }]

it('prints a link that signs the owner in once, while the only identity provider is down', async () => {
  await using site = await openTestIdentity()
  const { email } = await site.signUp()
  await site.restart({ providers, isProviderOnly: true })
  const { link, events } = await runOwner(site, 'sign-in', email.toUpperCase())
  const browser = site.browser()
  const page = await browser.open(link)
  expect(page.html).toContain(email)
  expect((await browser.open('/auth/account')).url.pathname).toBe('/auth/signin')

  expect((await browser.submit(page, {})).url.href).toBe(`${site.app}/`)

  const ctx = await createTokenContext(site, await fetchTokens(browser))
  expect(await listSessions(ctx)).toContainEqual(expect.objectContaining({ methods: ['operator_link'], current: true }))
  expect((await site.browser().submit(page, {})).status).toBe(410)
  expect(events).toEqual(['sign_in.link_created'])
  expect(await queryAsOwner(site.deps, "select user_id, actor_id from audit_log where action = 'user.create_sign_in_link'")).toEqual([
    { user_id: ctx.actor.userId, actor_id: 'linkshelf owner sign-in' },
  ])
  expect((await site.emailsTo(email)).map(({ subject }) => subject)).toEqual(['A sign-in link for your Linkshelf account was created'])
})

it('prints a link that works for ten minutes, until the next link is printed', async () => {
  await using site = await openTestIdentity()
  const { email } = await site.signUp()
  const [first, second] = [(await runOwner(site, 'sign-in', email)).link, (await runOwner(site, 'sign-in', email)).link]
  expect((await site.browser().open(first)).status).toBe(410)
  expect((await site.browser().open(second)).status).toBe(200)
  site.clock.forward(10 * 60_000)
  expect((await site.browser().open(second)).status).toBe(410)
})

it.each([
  [['sign-in'], 'Usage: linkshelf owner sign-in <email>'],
  [['sign-in', 'nobody@people.test'], 'There is no account with the address nobody@people.test.'],
])('says what is wrong with %j', async (args, sentence) => {
  await using site = await openTestIdentity()
  await expect(runOwner(site, ...args)).rejects.toThrow(sentence)
})

it('rejects an account that owns no organization', async () => {
  await using site = await openTestIdentity()
  const { email } = await site.signUp()
  await queryAsOwner(site.deps, 'delete from members')
  await expect(runOwner(site, 'sign-in', email)).rejects.toThrow(`The account of ${email} owns no organization.`)
  expect(await queryAsOwner(site.deps, 'select 1 from sign_in_links')).toEqual([])
})
