import { expect, it } from 'vitest'
import { aUser } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { createTokenContext, openTestIdentity } from '../../../test/open-test-identity.ts'
import { createRequestContext } from '../../access/index.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { getProfile, updateProfile } from './profile.ts'

it('returns the profile of the signed-in user, and stores its changes', async () => {
  await using site = await openTestIdentity()
  const [mia, noah] = [await site.signUp({ full_name: 'Mia Baker' }), await site.signUp()]
  const [miaCtx, noahCtx] = [await createTokenContext(site, mia.tokens), await createTokenContext(site, noah.tokens)]

  const profile = {
    user_id: miaCtx.actor.userId,
    full_name: 'Mia Baker',
    email: mia.email,
    email_confirmed: true,
    has_password: true,
    has_second_factor: false,
    second_factor_reset_at: null,
    avatar_url: null,
    deletes_at: null,
    language: 'en',
    theme: 'system',
    time_zone: null,
  }
  expect(await getProfile(miaCtx)).toEqual(profile)
  expect(await updateProfile(miaCtx, { theme: 'dark' })).toEqual({ ...profile, theme: 'dark' })
  expect(await updateProfile(miaCtx, {})).toEqual({ ...profile, theme: 'dark' })
  expect(await updateProfile(miaCtx, { time_zone: 'Asia/Kathmandu' })).toEqual({ ...profile, theme: 'dark', time_zone: 'Asia/Kathmandu' })
  expect(await getProfile(noahCtx)).toMatchObject({ theme: 'system' })
})

it('writes one audit entry with the setting before and after, and no entry without a change', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)

  await updateProfile(mia, { theme: 'dark' })
  await updateProfile(mia, {})

  const entries = await withScope(deps.db, { userId: mia.actor.userId }, (tx) => tx.selectFrom('audit_log').selectAll().execute())
  expect(entries).toMatchObject([
    { action: 'profile.update', entity_id: mia.actor.userId, before: { theme: 'system' }, after: { language: 'en', theme: 'dark' } },
  ])
})

it('fails with SIGN_IN_REQUIRED when the account is deleted', async () => {
  await using deps = await openTestDeps()
  const deleted = createRequestContext(deps, { actor: { kind: 'user', userId: deps.ids.next() }, source: 'api' })
  await expect(getProfile(deleted)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  await expect(updateProfile(deleted, { theme: 'dark' })).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})
