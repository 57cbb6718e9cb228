import { avatarSides } from '@linkshelf/contract'
import { Hono } from 'hono'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { anOrganization, aUser, catchErrorCode } from '../../../test/builders/builders.ts'
import { anImage } from '../../../test/builders/image-builder.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { listMembers } from '../../organizations/members.ts'
import { avatarFilePath, createAvatarRoute, removeAvatar, setAvatar } from './avatar.ts'
import { getProfile } from './profile.ts'

async function aPicture({ width = 400, height = 300 } = {}): Promise<File> {
  return new File([new Uint8Array(await anImage({ width, height }).png().toBuffer())], 'mia.png')
}

function fetchFile({ db }: TestDeps, path: string): Promise<Response> {
  return Promise.resolve(new Hono().get(avatarFilePath, createAvatarRoute(db)).request(path))
}

const storedFiles = (deps: TestDeps) => deps.db.selectFrom('avatars').select(['digest', 'side']).execute()

it('crops a picture to squares, which its path serves, and shows it in the profile and to members', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)

  const { avatar_url } = await setAvatar(owned.user, await aPicture())

  expect(avatar_url).toMatch(/^\/avatars\/[\w-]{27}\/256\.webp$/)
  for (const side of avatarSides) {
    const response = await fetchFile(deps, (avatar_url ?? '').replace('256', String(side)))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
  }
  expect(await getProfile(owned.user)).toMatchObject({ avatar_url })
  expect(await listMembers(owned.ctx)).toMatchObject([{ avatar_url }])
})

it('replaces and removes a picture with its files', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const first = await setAvatar(mia, await aPicture())
  const second = await setAvatar(mia, await aPicture({ width: 300 }))

  expect(second.avatar_url).not.toBe(first.avatar_url)
  expect(await storedFiles(deps)).toHaveLength(avatarSides.length)
  expect((await fetchFile(deps, first.avatar_url ?? '')).status).toBe(404)

  expect(await removeAvatar(mia)).toMatchObject({ avatar_url: null })
  expect(await removeAvatar(mia)).toMatchObject({ avatar_url: null })
  expect(await storedFiles(deps)).toEqual([])
})

it('stores one picture when two are set at once, and setting the same picture twice changes nothing', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const picture = await aPicture()

  await Promise.all([setAvatar(mia, picture), setAvatar(mia, picture), setAvatar(mia, await aPicture({ width: 300 }))])

  const { avatar_url } = await getProfile(mia)
  expect(new Set((await storedFiles(deps)).map(({ digest }) => digest))).toEqual(new Set([avatar_url?.split('/')[2]]))
})

it('differs between users with the same picture', async () => {
  await using deps = await openTestDeps()
  const picture = await aPicture()
  const [mia, noah] = [await setAvatar(await aUser(deps), picture), await setAvatar(await aUser(deps), picture)]

  expect(mia.avatar_url).not.toBe(noah.avatar_url)
})

it('rejects a file that is no picture, and does not replace the current picture', async () => {
  await using deps = await openTestDeps()
  const mia = await aUser(deps)
  const { avatar_url } = await setAvatar(mia, await aPicture())

  for (const bytes of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a'])
    expect(await catchErrorCode(setAvatar(mia, new File([bytes], 'mia.png')))).toBe('UPLOAD_INVALID')
  expect(await getProfile(mia)).toMatchObject({ avatar_url })
})

it.each(['/avatars/x/256.webp', `/avatars/${'x'.repeat(27)}/512.webp`, `/avatars/${'x'.repeat(27)}/256.webp`])(
  'finds nothing at %s',
  async (path) => {
    await using deps = await openTestDeps()

    expect((await fetchFile(deps, path)).status).toBe(404)
  },
)
