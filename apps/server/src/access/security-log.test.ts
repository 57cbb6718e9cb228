import { readFileSync } from 'node:fs'
import { deletionGraceDays } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization, aUser, catchErrorCode, getFirstProject, toApiKeyContext } from '../../test/builders/builders.ts'
import { createApiCaller, testRequestId } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordLog } from '../../test/record-log.ts'
import { deleteOrganization } from '../organizations/deletion/delete-organizations.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { findOrganizationContext } from './context.ts'
import { mutate } from './index.ts'
import { securityEventNames } from './security-log.ts'

it('documents every event', () => {
  const operations = readFileSync(new URL('../../../../docs/operations/run.md', import.meta.url), 'utf8')
  const documented = [...operations.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual(securityEventNames.toSorted())
})

it('records who was denied which call to which organization and project', async () => {
  const { log, lines } = recordLog()
  await using deps = await openTestDeps({ log })
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const [organizationId, projectId] = [mia.organization.id, getFirstProject(mia.organization).id]
  const call = createApiCaller(deps)

  await call(mia.user, { method: 'GET', path: `/v1/${organizationId}/projects/${projectId}/labels` })
  expect(lines).toEqual([])
  await call(noah.user, { method: 'GET', path: `/v1/${organizationId}/members` })
  await call(noah.user, { method: 'GET', path: `/v1/${organizationId}/projects/${projectId}/labels` })
  await call(noah.user, { method: 'GET', path: `/v1/${noah.organization.id}/projects/${projectId}/labels` })

  const denied = {
    event: 'access.denied',
    level: 40,
    requestId: testRequestId,
    address: '203.0.113.7',
    actor: `user ${noah.user.actor.userId}`,
    reason: 'not a member',
  }
  expect(lines).toMatchObject([
    { ...denied, organizationId, attempted: 'members.list' },
    { ...denied, organizationId, projectId, attempted: 'labels.list' },
    { ...denied, organizationId: noah.organization.id, projectId, attempted: 'labels.list' },
  ])
})

it('records calls of members that only owners may make, and a call after the membership ended', async () => {
  const { log, lines } = recordLog()
  await using deps = await openTestDeps({ log })
  const mia = await anOrganization(deps)
  const member = await aUser(deps)
  const ctx = { ...mia.ctx, requestId: 'request-1', address: '203.0.113.7' }
  const { userId } = member.actor
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .insertInto('members')
      .values({ organization_id: ctx.organization.id, user_id: userId, role: 'member', created_at: ctx.now })
      .execute(),
  )
  const asMember = await findOrganizationContext(member, ctx.organization.id)
  if (asMember === undefined) throw new Error('The member was added')

  const calls = createApiCaller(deps)
  await calls(member, { method: 'PATCH', path: `/v1/organizations/${ctx.organization.id}`, body: { name: 'Mine' } })
  await calls(member, { method: 'DELETE', path: `/v1/${ctx.organization.id}/members/${mia.user.actor.userId}` })
  await calls(mia.user, { method: 'PATCH', path: `/v1/organizations/${ctx.organization.id}`, body: { name: 'Ours' } })
  await calls(mia.user, { method: 'DELETE', path: `/v1/${ctx.organization.id}/members/${userId}` })
  // This request began before its user was removed from the organization.
  expect(await catchErrorCode(mutate(asMember, { action: 'project.create', entity: 'project' }, async () => undefined))).toBe('NOT_FOUND')

  const [byMember, byOwner] = [`user ${userId}`, `user ${mia.user.actor.userId}`]
  const organizationId = ctx.organization.id
  expect(lines).toMatchObject([
    { event: 'access.denied', reason: 'not an owner', actor: byMember, organizationId, attempted: 'organizations.update' },
    { event: 'access.denied', reason: 'not an owner', actor: byMember, organizationId, attempted: 'member.remove' },
    { event: 'organization.settings_changed', actor: byOwner, organizationId },
    { event: 'member.removed', actor: byOwner, organizationId, entityId: userId },
    { event: 'access.denied', reason: 'not a member', actor: byMember, organizationId, attempted: 'project.create' },
  ])
})

it('records calls that an API key or a user without a required second factor may not make', async () => {
  const { log, lines } = recordLog()
  await using deps = await openTestDeps({ log })
  const { user, organization, ctx } = await anOrganization(deps)
  const organizationId = ctx.organization.id
  const [readOnly, key] = [true, false].map((isReadOnly) => toApiKeyContext(user, { organizationId, isReadOnly }))
  const call = createApiCaller(deps)
  const project = `/v1/${organizationId}/projects/${getFirstProject(organization).id}`

  await call(readOnly ?? user, { method: 'POST', path: `${project}/labels`, body: { name: 'Lamps' } })
  await call(key ?? user, { method: 'PATCH', path: '/v1/me', body: {} })
  await queryAsOwner(deps, 'update organizations set second_factor_required = true')
  await call(user, { method: 'GET', path: `${project}/labels` })

  const denied = { event: 'access.denied', organizationId, requestId: testRequestId, address: '203.0.113.7' }
  expect(lines).toMatchObject([
    { ...denied, reason: 'a read-only API key', actor: expect.stringMatching(/^key /), attempted: 'labels.create' },
    { ...denied, reason: 'an API key', actor: expect.stringMatching(/^key /), attempted: 'me.update' },
    { ...denied, reason: 'no second factor', actor: `user ${user.actor.userId}`, attempted: 'labels.list' },
  ])
})

it('records affiliate accounts and postback addresses that are saved, replaced and removed', async () => {
  const { log, lines, events } = recordLog()
  await using deps = await openTestDeps({ log })
  const { user, organization } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const project = `/v1/${organization.id}/projects/${getFirstProject(organization).id}`
  const amazon = { trackingId: 'mia-20', associateId: 'mia-20', defaultMarket: 'com' }

  for (let time = 0; time < 2; time += 1) await call(user, { method: 'PUT', path: `${project}/integrations/amazon`, body: amazon })
  await call(user, { method: 'DELETE', path: `${project}/integrations/amazon` })
  for (const method of ['POST', 'POST', 'DELETE']) await call(user, { method, path: `${project}/earnings/postback` })

  expect(events()).toEqual([
    ...['integration.saved', 'integration.saved', 'integration.removed'],
    ...['postback_address.created', 'postback_address.created', 'postback_address.removed'],
  ])
  const source = { actor: `user ${user.actor.userId}`, organizationId: organization.id, requestId: testRequestId, address: '203.0.113.7' }
  expect(lines).toMatchObject([
    ...Array(3).fill({ ...source, entityId: 'amazon' }),
    ...Array(3).fill({ ...source, entityId: getFirstProject(organization).id }),
  ])
})

it('records the deletion of an organization only after it is committed', async () => {
  const { log, events } = recordLog()
  await using deps = await openTestDeps({ log })
  const mia = await anOrganization(deps)
  const call = createApiCaller(deps)
  await call(mia.user, { method: 'DELETE', path: `/v1/organizations/${mia.organization.id}` })
  expect(events()).toEqual([]) // the only organization can't be deleted
  await anOrganization(deps, { user: mia.user })
  await call(mia.user, { method: 'DELETE', path: `/v1/organizations/${mia.organization.id}` })
  expect(events()).toEqual(['organization.deletion_requested'])
  await deleteOrganization({ ...mia.ctx, now: new Date(Date.now() + (deletionGraceDays + 1) * 86_400_000) })
  expect(events()).toEqual(['organization.deletion_requested', 'organization.deleted'])
})
