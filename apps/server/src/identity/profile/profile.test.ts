import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { openTestIdentity } from '../../../test/open-test-identity.ts'
import { createTokenVerifier } from '../../access/index.ts'
import { editProfile, findProfile } from './profile.ts'

it('returns the profile of the signed-in user, and stores its changes', async () => {
  await using site = await openTestIdentity()
  const { deps, identity } = site
  const verify = createTokenVerifier({ issuer: identity.issuer, audience: identity.audience, keys: identity.jwks })
  const [mia, noah] = [await site.signUp({ full_name: 'Mia Baker' }), await site.signUp()]
  const [miaIs, noahIs] = [await verify(mia.tokens.access_token), await verify(noah.tokens.access_token)]
  if (miaIs === undefined || noahIs === undefined) throw new Error('A token is invalid')

  const shown = { user_id: miaIs.userId, full_name: 'Mia Baker', email: mia.email, avatar_url: null, language: 'en', theme: 'system' }
  expect(await findProfile(deps, miaIs)).toEqual(shown)
  expect(await editProfile(deps, miaIs, { theme: 'dark' })).toEqual({ ...shown, theme: 'dark' })
  expect(await editProfile(deps, miaIs, {})).toEqual({ ...shown, theme: 'dark' })
  expect(await findProfile(deps, noahIs)).toMatchObject({ theme: 'system' })
})

it('fails with SIGN_IN_REQUIRED when the account is deleted', async () => {
  await using deps = await openTestDeps()
  const deleted = { userId: deps.ids.next() }
  await expect(findProfile(deps, deleted)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  await expect(editProfile(deps, deleted, { theme: 'dark' })).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})
