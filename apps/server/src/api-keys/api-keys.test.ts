import { apiKeysPerOrganization } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aMember, anApiKey, anOrganization, getFirstProject, listErrorCodes, toApiKeyContext } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { toCall } from '../../test/every-operation.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { changeRole } from '../organizations/members.ts'
import { withScope } from '../platform/postgres/with-scope.ts'
import { listApiKeys, revokeApiKey } from './api-keys.ts'

it('shows a key once, and later only its start, scope, creator and expiry', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  const created = await anApiKey(deps, ctx, { name: '  Nightly import ', scope: 'read', expires_in_days: 30 })

  expect(created.key).toMatch(/^lsk_[0-9A-Za-z]{43}$/)
  const start = `${created.key.slice(0, 10)}…`
  expect(await listApiKeys(ctx)).toEqual([
    {
      id: created.id,
      name: 'Nightly import',
      key: start,
      scope: 'read',
      created: ctx.now.toISOString(),
      created_by: 'Mia Reed',
      expires_at: new Date(ctx.now.getTime() + 30 * 86_400_000).toISOString(),
      last_used_at: null,
    },
  ])
})

it('stores only the digest of a key, and writes no key to the audit log', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  const { key } = await anApiKey(deps, ctx)

  const stored = await withScope(deps.db, { organizationId: ctx.organization.id }, async (tx) =>
    JSON.stringify([
      await tx.selectFrom('api_keys').selectAll().execute(),
      await tx.selectFrom('audit_log').selectAll().where('action', '=', 'api_key.create').execute(),
    ]),
  )
  expect(stored).toContain(key.slice(0, 10))
  expect(stored).not.toContain(key.slice(0, 12))
})

it('lists the newest key first', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  for (const name of ['first', 'second', 'third']) await anApiKey(deps, ctx, { name })

  expect((await listApiKeys(ctx)).map(({ name }) => name)).toEqual(['third', 'second', 'first'])
})

it('revokes a key once, even if two requests revoke it at the same time', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  const { id } = await anApiKey(deps, ctx)

  const outcomes = await Promise.allSettled([revokeApiKey(ctx, id), revokeApiKey(ctx, id)])

  expect(listErrorCodes(outcomes)).toEqual(['API_KEY_NOT_FOUND'])
  expect(await listApiKeys(ctx)).toEqual([])
})

it('creates no more keys than the limit, even if several are created at once', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  await withScope(deps.db, { organizationId: ctx.organization.id }, (tx) =>
    tx
      .insertInto('api_keys')
      .values(
        Array.from({ length: apiKeysPerOrganization - 1 }, (_, nth) => ({
          id: deps.ids.next(),
          organization_id: ctx.organization.id,
          user_id: ctx.actor.userId,
          name: `key ${nth}`,
          digest: Buffer.from([nth]),
          start: 'lsk_',
          is_read_only: false,
          created_at: ctx.now,
          expires_at: null,
          last_used_at: null,
        })) as never,
      )
      .execute(),
  )

  const outcomes = await Promise.allSettled([anApiKey(deps, ctx), anApiKey(deps, ctx), anApiKey(deps, ctx)])

  expect(listErrorCodes(outcomes)).toEqual(['API_KEY_LIMIT_REACHED', 'API_KEY_LIMIT_REACHED'])
})

it('acts with the current role of its user', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const noah = await aMember(deps, owned, { role: 'owner' })
  const key = toApiKeyContext(noah, { organizationId: owned.ctx.organization.id })
  const ids = { orgId: owned.organization.id, projectId: getFirstProject(owned.organization).id }
  const fetchStatus = async (operation: { method: string; path: string }) =>
    (await createApiCaller(deps)(key, toCall(deps, operation, ids))).status
  const [rename, label] = [
    { method: 'PATCH', path: '/v1/organizations/{orgId}' },
    { method: 'POST', path: '/v1/{orgId}/projects/{projectId}/labels' },
  ]

  expect(await fetchStatus(rename)).toBe(200)
  await changeRole(owned.ctx, { userId: noah.actor.userId, role: 'member' })
  expect([await fetchStatus(rename), await fetchStatus(label)]).toEqual([404, 201])
  await changeRole(owned.ctx, { userId: noah.actor.userId, role: 'viewer' })
  expect(await fetchStatus({ ...label, path: label.path.replace('labels', 'utm-templates') })).toBe(404)
  expect(await listApiKeys(owned.ctx)).toEqual([])
})

it.each([
  [{ name: 'Nightly', expires_in_days: 0 }, 'Choose a number of days from 1 to 3650'],
  [{ name: 'Nightly', expires_in_days: 1.5 }, 'Choose a number of days from 1 to 3650'],
  [{ name: 'Nightly', expires_in_days: 3_651 }, 'Choose a number of days from 1 to 3650'],
  [{ name: 'Nightly', scope: 'admin' }, 'Choose full or read'],
  [{ name: 'x'.repeat(65) }, 'Use at most 64 characters'],
  [{ scope: 'full' }, 'API key name is required'],
])('rejects %j', async (body, message) => {
  await using deps = await openTestDeps()
  const { user, organization } = await anOrganization(deps)

  const response = await createApiCaller(deps)(user, { method: 'POST', path: `/v1/${organization.id}/api-keys`, body })

  expect(await response.json()).toMatchObject({ code: 'REQUEST_INVALID', message })
})
