import { type StoreDraft, storeUpdate } from '@linkshelf/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { aPlainDatabase, migrateUntil, runStatements, selectRows } from '../../test/databases/plain-database.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { prepareDatabase } from '../databases/database.ts'
import { getProduct } from '../products/products.ts'
import { findStore } from '../storefront/find-store.ts'
import { updateStore } from '../stores/stores.ts'
import { addLook } from './add-look.ts'
import { createUpload } from './uploads.ts'

const shapes = {
  photograph: '<rect width="900" height="300" fill="#345"/><circle cx="820" cy="150" r="60" fill="#e55"/>',
  cutout: '<rect width="900" height="300" fill="#fff"/><rect x="350" y="100" width="200" height="100" fill="#36c"/>',
}

async function createDraft(shape: keyof typeof shapes) {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300">${shapes[shape]}</svg>`)
  return { file: new File([new Uint8Array(await sharp(svg).png().toBuffer())], 'x.png'), purpose: 'picture' as const }
}

/** Deletes the stored looks of all uploads, as if an earlier version, which found no looks, had stored the uploads. */
async function forgetLooks(deps: TestDeps): Promise<void> {
  await queryAsOwner(deps, 'update uploads set focus_x = null, focus_y = null, is_cutout = false, hue = null')
}

/** Creates products with these pictures, uploaded by an earlier version. */
async function earlierProducts(deps: TestDeps, ctx: ProjectContext) {
  const uploads = [
    await createUpload(deps, ctx, await createDraft('photograph')),
    await createUpload(deps, ctx, await createDraft('cutout')),
  ]
  const products = []
  for (const { url } of uploads) products.push(await aProduct(deps, ctx, { image_url: url }))
  await forgetLooks(deps)
  return { products, looks: uploads.map(({ look }) => look) }
}

const pendingLooks = async (deps: TestDeps) =>
  (await queryAsOwner<{ payload: unknown }>(deps, "select payload from picture_tasks where kind = 'look' order by key")).map(
    ({ payload }) => payload,
  )

async function findPendingLooks(deps: TestDeps): Promise<number> {
  const payloads = await pendingLooks(deps)
  for (const payload of payloads) await addLook(deps, payload)
  await queryAsOwner(deps, "delete from picture_tasks where kind = 'look'")
  return payloads.length
}

async function shownLooks(deps: TestDeps, handle: string): Promise<unknown[]> {
  const found = await findStore(deps.edgeDb, handle, { maxTextBytes: 1_000_000, hasPlans: false })
  return JSON.parse(found?.text ?? '{}').products.map(({ look }: { look: unknown }) => look)
}

const ratio = (picture_ratio: StoreDraft['picture_ratio']) => storeUpdate.parse({ name: 'Lamps', picture_ratio })

it("finds the looks of an earlier version's pictures once their store crops them, and no other store shows these looks", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps', picture_ratio: 'whole' })
  const { products, looks } = await earlierProducts(deps, ctx)
  const given = async () => Promise.all(products.map(async ({ product_id }) => (await getProduct(deps, ctx, product_id)).image_look))
  expect(await findPendingLooks(deps)).toBe(0)

  await updateStore(deps, ctx, { storeId: store.store_id, update: ratio('square') })
  expect(await given()).toEqual([null, null])
  expect(await findPendingLooks(deps)).toBe(2)

  const [photograph, cutout] = await given()
  expect(photograph).toMatchObject({ cutout: false, focus: { x: expect.closeTo(looks[0]?.focus.x ?? 0, 1) } })
  expect(cutout).toMatchObject({ cutout: true, hue: expect.any(Number) })
  expect(await shownLooks(deps, 'lamps')).toMatchObject([{ isCutout: true }, { isCutout: false }])

  await updateStore(deps, ctx, { storeId: store.store_id, update: ratio('whole') })
  expect(await shownLooks(deps, 'lamps')).toEqual([null, null])
  expect(await given()).toEqual([null, null])
  await updateStore(deps, ctx, { storeId: store.store_id, update: ratio('portrait') })
  expect(await pendingLooks(deps)).toEqual([])
  expect(await given()).toEqual([photograph, cutout])
})

it('finds the looks for a new store that crops, and for a picture that is uploaded again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await earlierProducts(deps, ctx)
  await aStore(deps, ctx, { name: 'Lamps' })
  expect(await findPendingLooks(deps)).toBe(2)

  await forgetLooks(deps)
  expect(await createUpload(deps, ctx, await createDraft('photograph'))).toMatchObject({ look: null })
  expect(await findPendingLooks(deps)).toBe(1)
  expect(await createUpload(deps, ctx, await createDraft('photograph'))).toMatchObject({ look: { cutout: false } })
})

it("skips deleted pictures, pictures with a look, and other organizations' pictures", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  await earlierProducts(deps, mia)
  const { upload_id: digest, look } = await createUpload(deps, noah, await createDraft('photograph'))
  const read = () => queryAsOwner(deps, 'select focus_x, has_late_look from uploads order by digest')
  const before = await read()

  await addLook(deps, { organizationId: noah.organization.id, digest })
  await addLook(deps, { organizationId: mia.organization.id, digest })
  await addLook(deps, { organizationId: mia.organization.id, digest: 'x'.repeat(27) })
  const [foreign] = await queryAsOwner<{ digest: string }>(deps, 'select digest from uploads where organization_id = $1', [
    mia.organization.id,
  ])
  await addLook(deps, { organizationId: noah.organization.id, digest: foreign?.digest })

  expect(look).not.toBeNull()
  expect(await read()).toEqual(before)
})

it('finds looks when the database is migrated only for stores that crop', async () => {
  const [mia, cropped, whole] = [1, 2, 3].map((nth) => `01900000-0000-7000-8000-00000000000${nth}`)
  const aShop = (project: string | undefined, handle: string, of: string, digest: string) => [
    `insert into projects (id, organization_id, name, description) values ('${project}', '${mia}', '${handle}', '')`,
    `insert into stores (id, organization_id, project_id, name, handle, main_color, secondary_color, layout, picture_ratio, is_active, created_at)
     values (gen_random_uuid(), '${mia}', '${project}', '${handle}', '${handle}', '#000000', '#000000', 'left', '${of}', true, now())`,
    `insert into uploads (digest, organization_id, purpose, width, height, stored_bytes, created_at, used_at)
     values ('${digest}', '${mia}', 'picture', 10, 10, 0, now(), now())`,
    `insert into products (id, organization_id, project_id, name, slug, image_url, attributes, is_active, is_in_store, position, created_at)
     values (gen_random_uuid(), '${mia}', '${project}', 'Lamp', 'lamp', 'https://go.test/media/${digest}/10x10.webp', '{}', true, true, 1, now())`,
  ]
  const [a, b] = ['a', 'b'].map((letter) => letter.repeat(27))
  await using database = await aPlainDatabase()
  await migrateUntil(database.url, '0640')
  const inScope = ['set role linkshelf_app', `select set_config('linkshelf.organization_id', '${mia}', false)`]
  const triggers = (state: string) => ['stores', 'products'].map((table) => `alter table ${table} ${state} trigger user`)
  await runStatements(
    database.url,
    ...triggers('disable'),
    ...inScope,
    `insert into organizations (id, name) values ('${mia}', 'Mia')`,
    ...aShop(cropped, 'cropped', 'square', a ?? ''),
    ...aShop(whole, 'whole', 'whole', b ?? ''),
    'reset role',
    ...triggers('enable'),
  )

  await prepareDatabase(database.url, { api: database.apiUrl })

  const tasks = await selectRows(database.url, inScope, "select payload from picture_tasks where kind = 'look'")
  expect(tasks).toEqual([{ payload: { organizationId: mia, digest: a } }])
})
