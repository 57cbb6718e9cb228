import type { MemberRole } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aLink, aMember, anOrganization, aProject, aUser, catchErrorCode } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { waitForBlockedTransaction } from '../../test/wait-for-blocked-transaction.ts'
import { archiveLink } from '../links/write/update-link.ts'
import { updateRole } from '../organizations/member-table.ts'
import { changeRole } from '../organizations/members.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { createRequestContext, findSystemContext, mutate, type RequestContext, read } from './index.ts'

const rename = { action: 'organization.update', entity: 'organization' } as const

function listEntries(deps: TestDeps, scope: { organizationId: string } | { userId: string }) {
  return withScope(deps.db, scope, (tx) => tx.selectFrom('audit_log').selectAll().orderBy('created_at').execute())
}

describe('an audit entry', () => {
  it('says who changed what, from what to what, and where the request came from', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const link = await aLink(deps, ctx, { slug: 'lamp' })
    const request = { ...ctx, requestId: 'request-1', address: '203.0.113.7', now: new Date('2026-03-01T10:00:00Z') }

    await archiveLink(deps, request, link.url_id)

    const link_fields = { slug: 'lamp', target: 'https://shop.example/lamp', title: null, labels: [] }
    const written = await listEntries(deps, { organizationId: ctx.organization.id })
    expect(written.find(({ request_id }) => request_id === 'request-1')).toMatchObject({
      created_at: request.now,
      organization_id: ctx.organization.id,
      project_id: ctx.project.id,
      user_id: null,
      actor_kind: 'user',
      actor_id: ctx.actor.userId,
      source: 'api',
      address: '203.0.113.7',
      action: 'link.archive',
      entity: 'link',
      entity_id: link.url_id,
      before: { ...link_fields, archived: false },
      after: { ...link_fields, archived: true },
    })
  })

  it('is not written when the work throws, and neither is the change', async () => {
    await using deps = await openTestDeps()
    const { ctx } = await anOrganization(deps)
    const before = (await listEntries(deps, { organizationId: ctx.organization.id })).length

    const failed = mutate(ctx, rename, async (tx) => {
      await tx.updateTable('organizations').set({ name: 'Changed' }).execute()
      throw new Error('after the statement')
    })

    await expect(failed).rejects.toThrow('after the statement')
    expect(await listEntries(deps, { organizationId: ctx.organization.id })).toHaveLength(before)
    expect(await read(ctx, (tx) => tx.selectFrom('organizations').select('name').execute())).toEqual([{ name: "Mia's shelf" }])
  })

  it('belongs to the user if the context names no organization, and only this user can read it', async () => {
    await using deps = await openTestDeps()
    const [mia, noah] = [await aUser(deps), await aUser(deps)]

    await mutate(mia, { action: 'profile.update', entity: 'user' }, async (_tx, change) => {
      change.after = { theme: 'dark' }
    })

    expect(await listEntries(deps, { userId: mia.actor.userId })).toMatchObject([{ organization_id: null, after: { theme: 'dark' } }])
    expect(await listEntries(deps, { userId: noah.actor.userId })).toEqual([])
  })

  it('names the job or command that acted', async () => {
    await using deps = await openTestDeps()
    const { ctx } = await anOrganization(deps)
    const job = createRequestContext(deps, { actor: { kind: 'system', name: 'nightly-check' }, source: 'job' })
    const inOrganization = await findSystemContext(job, ctx.organization.id)

    await mutate(inOrganization as RequestContext, rename, async () => undefined)

    const written = await listEntries(deps, { organizationId: ctx.organization.id })
    expect(written.at(-1)).toMatchObject({ actor_kind: 'system', actor_id: 'nightly-check', source: 'job' })
  })

  it('is deleted with its organization, unless it records this deletion', async () => {
    await using deps = await openTestDeps()
    const { ctx } = await anOrganization(deps)
    const deletion = { action: 'organization.delete', entity: 'organization', lock: 'exclusive' } as const

    await mutate(ctx, deletion, async (tx) => void (await tx.deleteFrom('organizations').execute()))

    expect(await listEntries(deps, { organizationId: ctx.organization.id })).toMatchObject([{ action: 'organization.delete' }])
  })
})

describe('a mutation', () => {
  it('throws NOT_FOUND if the stored role is less than the declared one (by default member), even if the context has a higher role', async () => {
    await using deps = await openTestDeps()
    const { ctx } = await anOrganization(deps)
    const become = (role: MemberRole) =>
      withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => tx.updateTable('members').set({ role }).execute())
    const done = async () => 'done'
    const outcomes = async () => {
      const settled = await Promise.allSettled([
        mutate({ ...ctx, writeRole: 'owner' }, rename, done),
        mutate(ctx, rename, done),
        mutate(ctx, { ...rename, role: 'viewer' }, done),
        mutate({ ...ctx, writeRole: 'member' }, { ...rename, role: 'viewer' }, done),
      ])
      return settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))
    }

    expect(ctx.organization.role).toBe('owner')
    await become('member')
    expect(await outcomes()).toEqual(['NOT_FOUND', 'done', 'done', 'done'])
    await become('viewer')
    expect(await outcomes()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'done', 'NOT_FOUND'])
  })

  it("passes the actor's role to its work, and the role can't change until the work has ended", async () => {
    await using deps = await openTestDeps()
    const owned = await anOrganization(deps)
    const noah = await aMember(deps, owned, { role: 'owner' })
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    const roles: string[] = []

    const writing = mutate({ ...noah, writeRole: 'owner' }, rename, async (_tx, _change, role) => {
      begin()
      await gate
      roles.push(role)
    })
    await hasBegun
    const demotion = changeRole(owned.ctx, { userId: noah.actor.userId, role: 'member' }).then(() => roles.push('demoted'))
    await waitForBlockedTransaction(deps)
    openGate()
    await Promise.all([writing, demotion])

    expect(roles).toEqual(['owner', 'demoted'])
  })

  it('waits for a role change that began earlier, and applies the new role', async () => {
    await using deps = await openTestDeps()
    const owned = await anOrganization(deps)
    const noah = await aMember(deps, owned, { role: 'owner' })
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>()

    const demotion = withScope(deps.db, { organizationId: owned.organization.id }, async (tx) => {
      await updateRole(tx, owned.ctx.organization.id, noah.actor.userId, 'viewer')
      changed()
      await gate
    })
    await isChanged
    const writing = catchErrorCode(mutate(noah, rename, async () => undefined))
    await waitForBlockedTransaction(deps)
    openGate()
    await demotion

    expect(await writing).toBe('NOT_FOUND')
  })

  it('throws NOT_FOUND if the user was removed after the context was created', async () => {
    await using deps = await openTestDeps()
    const { ctx } = await anOrganization(deps)
    await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) => tx.deleteFrom('members').execute())

    expect(await catchErrorCode(mutate(ctx, rename, async () => undefined))).toBe('NOT_FOUND')
  })

  it('throws the error of a required feature if the feature is off', async () => {
    await using deps = await openTestDeps()
    const { ctx } = await anOrganization(deps, { settings: ['store_page_enabled=false'] })

    expect(await catchErrorCode(mutate(ctx, { ...rename, requires: 'hasStorePage' }, async () => undefined))).toBe('NOT_FOUND')
    await expect(mutate(ctx, { ...rename, requires: 'hasProductPage' }, async () => 'done')).resolves.toBe('done')
  })

  it('can neither read nor write rows of another organization', async () => {
    await using deps = await openTestDeps()
    const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]

    const seen = await mutate(mia.ctx, rename, async (tx) => {
      await tx.updateTable('organizations').set({ name: 'Changed' }).where('id', '=', noah.ctx.organization.id).execute()
      return tx.selectFrom('projects').select('organization_id').execute()
    })

    expect(new Set(seen.map((row) => row.organization_id))).toEqual(new Set([mia.organization.id]))
    expect(await read(noah.ctx, (tx) => tx.selectFrom('organizations').select('name').execute())).toEqual([{ name: "Mia's shelf" }])
  })
})

it('rejects writes in read()', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  await expect(read(ctx, (tx) => tx.updateTable('organizations').set({ name: 'Changed' }).execute())).rejects.toThrow(
    'read-only transaction',
  )
})
