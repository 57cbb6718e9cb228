import type { MemberRole } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anOrganization } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openOtherProvider, openWithOtherProvider, signInAtOther } from '../../../test/open-other-provider.ts'
import { recordLog } from '../../../test/record-log.ts'

const roles = new Map<string, MemberRole>([
  ['admins', 'owner'],
  ['staff', 'member'],
])

/** Opens a provider whose groups give roles in a new organization. */
async function openWithGroups(options = {}) {
  const both = await openWithOtherProvider(options)
  const { site, other } = both
  const inOrganization = await anOrganization(site.deps)
  const { id } = inOrganization.ctx.organization
  const groups = { claim: 'groups', roles, organizationId: id }
  await site.restart({ providers: [{ ...other.settings, groups }] })
  return {
    ...both,
    inOrganization,
    groups,
    /** Signs the user in with these groups. Returns the roles of the organization's members by their addresses. */
    async signIn(given: string[]): Promise<Record<string, string>> {
      other.user = { ...other.user, groups: given }
      await signInAtOther(site.browser(), other)
      const members = await queryAsOwner<{ email: string; role: string }>(
        site.deps,
        `select email, role from members join users on users.id = user_id where organization_id = '${id}' and email like '%@acme.test'`,
      )
      return Object.fromEntries(members.map(({ email, role }) => [email, role]))
    },
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  }
}

it('gives the highest role of the groups at each sign-in, and ends the membership without a group', async () => {
  const { log, events } = recordLog()
  await using both = await openWithGroups({ log })
  const { site, signIn } = both

  expect(await signIn([])).toEqual({})
  expect(await signIn(['staff', 'unknown'])).toEqual({ 'mia@acme.test': 'member' })
  expect(await signIn(['staff', 'admins'])).toEqual({ 'mia@acme.test': 'owner' })
  expect(await signIn(['staff'])).toEqual({ 'mia@acme.test': 'member' })
  expect(await signIn(['staff'])).toEqual({ 'mia@acme.test': 'member' })
  expect(await signIn(['unknown'])).toEqual({})

  const audited = await queryAsOwner(
    site.deps,
    "select action, actor_kind, actor_id, before, after from audit_log where actor_id = 'groups' order by created_at, id",
  )
  const by = { actor_kind: 'system', actor_id: 'groups' }
  expect(audited).toEqual([
    { action: 'member.add', ...by, before: null, after: { role: 'member' } },
    { action: 'member.change_role', ...by, before: { role: 'member' }, after: { role: 'owner' } },
    { action: 'member.change_role', ...by, before: { role: 'owner' }, after: { role: 'member' } },
    { action: 'member.remove', ...by, before: { role: 'member' }, after: null },
  ])
  expect(events()).toEqual(expect.arrayContaining(['member.added', 'member.role_changed', 'member.removed']))
})

it('leaves memberships that people decided, and those that the groups of another provider decide', async () => {
  await using both = await openWithGroups()
  const { site, other, signIn, inOrganization, groups } = both
  await signIn([])
  const [user] = await queryAsOwner<{ id: never }>(site.deps, "select id from users where email = 'mia@acme.test'")
  const actor = { kind: 'user', userId: user?.id } as never
  await aMember(site.deps, inOrganization, { role: 'viewer', user: { ...inOrganization.user, actor } })
  expect(await signIn([])).toEqual({ 'mia@acme.test': 'viewer' })

  expect(await signIn(['staff'])).toEqual({ 'mia@acme.test': 'member' })
  await using second = await openOtherProvider(site.app, { key: '2', groups })
  await site.restart({ providers: [{ ...other.settings, groups }, second.settings] })
  const browser = site.browser()
  await signInAtOther(browser, other)
  await browser.submit(await signInAtOther(browser, second, '/auth/provider/2'), {})
  expect(await signIn(['staff'])).toEqual({ 'mia@acme.test': 'member' })
})

it('keeps the last owner, says so in the log, and signs the user in', async () => {
  const { log, lines } = recordLog()
  await using both = await openWithGroups({ log })
  const { site, other, signIn } = both
  await signIn(['admins'])
  await queryAsOwner(site.deps, "delete from members using users where users.id = user_id and email <> 'mia@acme.test'")

  expect(await signIn([])).toEqual({ 'mia@acme.test': 'owner' })

  expect(lines.map(({ msg }) => msg)).toContain('The groups of a user did not change the membership')
  expect((await signInAtOther(site.browser(), other)).url.href).toBe(`${site.app}/`)
})

it('ends the membership of the groups when the user disconnects the provider', async () => {
  await using both = await openWithGroups()
  const { site, other, signIn } = both
  expect(await signIn(['staff'])).toEqual({ 'mia@acme.test': 'member' })
  const browser = site.browser()
  await signInAtOther(browser, other)
  // Gives the user another way to sign in: a password.
  await queryAsOwner(site.deps, "update users set password_hash = replace(password_hash, 'revoked:', '') where email = 'mia@acme.test'")
  const [, link] = /href="([^"]*\/disconnect[^"]*)"/.exec((await browser.open('/auth/account')).html) ?? []
  const page = await browser.open(link ?? '')
  expect(page.html).toContain('you leave the organization')

  await browser.submit(page, {})

  expect(await queryAsOwner(site.deps, 'select 1 from members where group_issuer is not null')).toEqual([])
})
