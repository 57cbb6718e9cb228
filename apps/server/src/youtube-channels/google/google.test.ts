import type { OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { systemIds } from '../../platform/ids.ts'
import { callGoogle, noGoogle, toGoogleError } from './google.ts'

const createApiError = (reason: string) => ({ errors: [{ reason }] })

it.each([
  ['a consent that has ended', 400, 'invalid_grant', 'revoked'],
  ['a client whose secret the operator changed', 401, 'invalid_client', 'unavailable'],
  ['a token that is not accepted', 401, createApiError('authError'), 'revoked'],
  ['the end of the quota', 403, createApiError('quotaExceeded'), 'quota'],
  ['too many calls at once', 403, createApiError('rateLimitExceeded'), 'unavailable'],
  ['a video of another user', 403, createApiError('forbidden'), 'forbidden'],
  ['no such video', 404, createApiError('videoNotFound'), 'missing'],
  ['a description that is not valid', 400, createApiError('invalidDescription'), 'rejected'],
  ['an edit at the same time', 409, createApiError('conflict'), 'unavailable'],
  ['a server that fails', 503, '<html>', 'unavailable'],
])('recognizes %s', (_name, status, error, kind) => {
  expect(toGoogleError({ status, response: { status, data: { error } } }).kind).toBe(kind)
})

it('treats a lost connection as temporary', () => {
  expect(toGoogleError(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })).kind).toBe('unavailable')
})

it('makes no call and counts no quota while requests are paused', async () => {
  await using deps = await openTestDeps()
  const google = { ...noGoogle, unitsPerDay: 100, isPaused: async () => true }
  const user = { organizationId: systemIds.next<OrganizationId>(), userId: null, isConfirmed: true }
  const call = vi.fn()

  await expect(callGoogle({ ...deps, google }, { user, units: 1 }, call)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(call).not.toHaveBeenCalled()
  expect(await sql`select * from youtube_quota`.execute(deps.db)).toMatchObject({ rows: [] })
})
