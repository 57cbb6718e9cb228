import { storeUpdate } from '@linkshelf/contract'
import pg from 'pg'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aProject, aStore } from '../../test/builders.ts'
import { anImage } from '../../test/image-builder.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ProjectContext, read } from '../access/index.ts'
import { updateStore } from '../stores/update-store.ts'
import { createUpload } from '../uploads/create-upload.ts'
import { drawStorePicture } from './draw-store-picture.ts'

/** Runs the jobs that wait, once each. Returns how many. */
async function runJobs(deps: TestDeps): Promise<number> {
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query(
      `delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'draw-social-picture')
       returning payload`,
    )
    for (const { payload } of rows) await drawStorePicture(deps, payload)
    return rows.length
  } finally {
    await owner.end()
  }
}

/** The picture of the only store of the organization. */
async function pictureIn(ctx: ProjectContext): Promise<Buffer | undefined> {
  const row = await read(ctx, (tx) =>
    tx
      .selectFrom('social_pictures')
      .innerJoin('upload_files', 'upload_files.digest', 'social_pictures.digest')
      .select('bytes')
      .executeTakeFirst(),
  )
  return row?.bytes
}

/** How many pixels of the picture have the color of its text: white. */
async function countInk(picture: Buffer | undefined): Promise<number> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer()
  let ink = 0
  for (let at = 0; at < pixels.length; at += 3) if (pixels.readUIntBE(at, 3) === 0xffffff) ink += 1
  return ink
}

const dark = { secondary_color: '#112233', main_color: '#22bb88' }

it('is drawn when a store is created, and again when it looks different', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Bright lamps', ...dark })
  const update = (values: object) =>
    updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Bright lamps', ...dark, ...values }) })

  expect(await runJobs(deps)).toBe(1)
  const first = await pictureIn(ctx)
  await update({ footer_text: 'New' })
  expect(await runJobs(deps)).toBe(0)
  await update({ title: 'Lamps for every room' })
  await update({ title: 'Lamps for every desk' })
  expect(await runJobs(deps)).toBe(1)

  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 })
  expect(await pictureIn(ctx)).not.toEqual(first)
  const entries = await read(ctx, (tx) =>
    tx.selectFrom('audit_log').select('actor_kind').where('action', '=', 'store.draw_picture').execute(),
  )
  expect(entries).toEqual([{ actor_kind: 'system' }, { actor_kind: 'system' }])
})

it.each([
  ['Latin', 'Bright lamps'],
  ['Cyrillic', 'Яркие лампы'],
  ['Arabic, from right to left', 'مصابيح ساطعة'],
  ['Hebrew, from right to left', 'מנורות בהירות'],
  ['characters that are markup', '<b>Lamps</b> & "co" &amp;'],
  ['an emoji', 'Lamps 💡👩🏽‍🔧🇩🇪'],
  ['a very long name', 'Lamps '.repeat(10)],
])('shows a name in %s', async (_script, name) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name, ...dark })

  await runJobs(deps)

  expect(await countInk(await pictureIn(ctx))).toBeGreaterThan(2_000)
})

it('has the logo of the store, if that is an upload', async () => {
  await using deps = await openTestDeps()
  const [ctx, plain] = [await aProject(deps), await aProject(deps)]
  const bytes = await anImage({ width: 400, height: 400 }).png().toBuffer()
  const { url } = await createUpload(deps, ctx, { file: new File([new Uint8Array(bytes)], 'logo.png'), purpose: 'picture' })
  await aStore(deps, ctx, { name: 'Lamps A', logo: url, ...dark })
  await aStore(deps, plain, { name: 'Lamps B', logo: 'https://shop.example/logo.png', ...dark })

  await runJobs(deps)

  const [withLogo, without] = [await pictureIn(ctx), await pictureIn(plain)]
  expect(withLogo?.length).toBeGreaterThan((without?.length ?? 0) + 10_000)
})

it('is removed when the name has letters that it can not draw', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
  await runJobs(deps)
  expect(await pictureIn(ctx)).toBeDefined()

  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'ランプ', ...dark }) })
  await runJobs(deps)

  expect(await pictureIn(ctx)).toBeUndefined()
})
