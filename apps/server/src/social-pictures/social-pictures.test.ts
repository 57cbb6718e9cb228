import { categoryUpdate, productUpdate, storeUpdate, type UploadDraft } from '@linkshelf/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { aCategory, aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { aWoff2, stubFontFetch } from '../../test/builders/font-builder.ts'
import { anImage } from '../../test/builders/image-builder.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { type ProjectContext, read } from '../access/index.ts'
import { updateCategory } from '../categories/categories.ts'
import { encodeNextPicture } from '../picture-queue/index.ts'
import { openPostgres, type Tx } from '../platform/postgres/postgres.ts'
import { deleteProduct, updateProduct } from '../products/products.ts'
import { sumBytesByKind, sumStoredBytes } from '../storage/index.ts'
import { deleteStore, updateStore } from '../stores/stores.ts'
import { copyFonts } from '../uploads/fonts/copy-fonts.ts'
import { createUpload } from '../uploads/uploads.ts'
import {
  deleteAllReplacedDrawings,
  drawCategoryPicture,
  drawProductPicture,
  drawStoreCollage,
  drawStorePicture,
} from './social-pictures.ts'

/** Draws all queued pictures, including delayed ones. Returns their subjects. */
async function drawPictures(deps: TestDeps): Promise<string[]> {
  await queryAsOwner(deps, "update picture_tasks set run_after = now() where key not like '%:scheduled'")
  const db = openPostgres(deps.accounts.jobs)
  const jobs = { ...deps, db }
  const drawn: string[] = []
  const recording = (kind: string, draw: typeof drawStorePicture) => async (payload: unknown) => {
    await draw(jobs, payload)
    drawn.push(kind)
  }
  const workers = {
    avif: async () => undefined,
    look: async () => undefined,
    store: recording('store', drawStorePicture),
    collage: recording('collage', drawStoreCollage),
    product: recording('product', drawProductPicture),
    category: recording('category', drawCategoryPicture),
  }
  const countTasks = async () => {
    const isDue = sql<boolean>`key not like '%:scheduled' or run_after <= now()`
    return (await db.selectFrom('picture_tasks').select('key').where(isDue).execute()).length
  }
  try {
    while ((await countTasks()) > 0) await encodeNextPicture(jobs, workers)
    return drawn
  } finally {
    await db.destroy()
  }
}

type PictureTable = 'social_pictures' | 'product_pictures' | 'category_pictures'

/** Returns the pictures of the organization's stores, products or categories. */
async function picturesIn(ctx: ProjectContext, table: PictureTable): Promise<Buffer[]> {
  const rows = await read(ctx, (tx) =>
    tx.selectFrom('upload_files').select('bytes').where('digest', 'in', tx.selectFrom(table).select('digest')).execute(),
  )
  return rows.map(({ bytes }) => bytes)
}

async function pictureIn(ctx: ProjectContext, table: PictureTable = 'social_pictures'): Promise<Buffer | undefined> {
  return (await picturesIn(ctx, table))[0]
}

/** Returns how many pixels of the picture have the text color, white. */
async function countInk(picture: Buffer | undefined): Promise<number> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer()
  let ink = 0
  for (let at = 0; at < pixels.length; at += 3) if (pixels.readUIntBE(at, 3) === 0xffffff) ink += 1
  return ink
}

async function aPictureDraft(): Promise<UploadDraft> {
  const bytes = await anImage({ width: 400, height: 400 }).png().toBuffer()
  return { file: new File([new Uint8Array(bytes)], 'lamp.png'), purpose: 'picture' }
}

const fontFace = "@font-face { font-family: 'Karla'; src: url(a.woff2) format('woff2'); }"

const dark = { secondary_color: '#112233', main_color: '#22bb88' }

it('is drawn when a store is created, and again when its look changes', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Bright lamps', ...dark })
  const update = (values: object) =>
    updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Bright lamps', ...dark, ...values }) })

  expect(await drawPictures(deps)).toEqual(['store'])
  const first = await pictureIn(ctx)
  await update({ footer_text: 'New' })
  expect(await drawPictures(deps)).toEqual([])
  await update({ title: 'Lamps for every room' })
  await update({ title: 'Lamps for every desk' })
  expect(await drawPictures(deps)).toEqual(['store'])

  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 })
  expect(await pictureIn(ctx)).not.toEqual(first)
  expect(await read(ctx, (tx) => tx.selectFrom('audit_log').select('action').where('actor_kind', '=', 'system').execute())).toEqual([])
})

it('is drawn for the new store when its store is deleted and created again during the drawing', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  let store = await aStore(deps, ctx, { name: 'Bright lamps' })
  await runAsJobsAccount(deps, async (jobs) => {
    const transaction = jobs.db.transaction.bind(jobs.db)
    vi.spyOn(jobs.db, 'transaction').mockImplementation(() => {
      const builder = transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = async (work) => {
        await deleteStore(ctx, store.store_id)
        store = await aStore(deps, ctx, { name: 'Bright lamps' })
        return execute(work)
      }
      return builder
    })
    await drawStorePicture(jobs, ids)
  })
  expect(await picturesIn(ctx, 'social_pictures')).toHaveLength(0)
  expect(await drawPictures(deps)).toContain('store')
  expect(await picturesIn(ctx, 'social_pictures')).toHaveLength(1)
})

it('is drawn at once for the first time, and half a minute after the first of several changes', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const waitingTimes = async () => {
    const rows = await queryAsOwner(deps, 'select key, extract(epoch from run_after - created_at) as seconds from picture_tasks')
    return rows.map(({ key, seconds }) => [String(key).replace(/:.*/, ''), Number(seconds)])
  }
  const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
  const update = (title: string) =>
    updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', ...dark, title }) })
  expect(await waitingTimes()).toEqual([['store', 0]])
  await drawPictures(deps)

  await update('Lamps for every room')
  await update('Lamps for every desk')
  expect(await waitingTimes()).toEqual([['store', 30]])
})

describe('a replaced drawing', () => {
  /** Returns the bytes of current and replaced drawings. */
  async function drawnBytes(ctx: ProjectContext): Promise<{ current: number; replaced: number }> {
    const drawings = (tx: Tx) => tx.selectFrom('uploads').select(['digest', 'stored_bytes']).where('purpose', '=', 'social').execute()
    const inUse = (tx: Tx) =>
      tx.selectFrom('social_pictures').select('digest').union(tx.selectFrom('product_pictures').select('digest')).execute()
    const [all, used] = await read(ctx, async (tx) => [await drawings(tx), new Set((await inUse(tx)).map(({ digest }) => digest))])
    const sum = (isCurrent: boolean) =>
      all.filter(({ digest }) => used.has(digest) === isCurrent).reduce((bytes, { stored_bytes }) => bytes + stored_bytes, 0)
    return { current: sum(true), replaced: sum(false) }
  }

  it('uses no more space than the current drawings, however often a store changes', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
    for (const name of ['Desk lamp', 'Floor lamp']) await aProduct(deps, ctx, { name })
    for (const secondary_color of ['#223344', '#334455', '#445566', '#556677']) {
      const update = storeUpdate.parse({ name: 'Lamps', ...dark, secondary_color })
      await updateStore(deps, ctx, { storeId: store.store_id, update })
      await drawPictures(deps)
    }

    const { current, replaced } = await drawnBytes(ctx)
    expect(replaced).toBeGreaterThan(0)
    expect(replaced).toBeLessThanOrEqual(current)
  })

  it("is deleted when pages name another drawing, and a deleted product's drawing too", async () => {
    await using deps = await openTestDeps()
    const [ctx, other] = [await aProject(deps), await aProject(deps)]
    const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
    await aStore(deps, other, { name: 'Chairs', ...dark })
    const { product_id } = await aProduct(deps, ctx, { name: 'Desk lamp' })
    for (const name of ['Floor lamp', 'Ceiling lamp']) await aProduct(deps, ctx, { name })
    await drawPictures(deps)
    await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', ...dark, title: 'Lights' }) })
    await drawPictures(deps)
    await deleteProduct(ctx, product_id)
    const before = await drawnBytes(ctx)
    expect(before.replaced).toBeGreaterThan(0)

    const deleteAt = (minutes: number) => {
      const now = new Date(deps.clock.now().getTime() + minutes * 60_000)
      return runAsJobsAccount(deps, deleteAllReplacedDrawings, now.toISOString())
    }
    expect(await deleteAt(9)).toBe(0)
    expect(await deleteAt(11)).toBe(2)
    expect(await drawnBytes(ctx)).toEqual({ current: before.current, replaced: 0 })
    expect((await drawnBytes(other)).current).toBeGreaterThan(0)
  })
})

it("has the fonts of the store, and is drawn again with the products' pictures when the fonts change", async () => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch({ css: fontFace, 'a.woff2': aWoff2() }) })
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Bright lamps', ...dark })
  await aProduct(deps, ctx, { name: 'Desk lamp' })
  const update = (values: object) =>
    updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Bright lamps', ...dark, ...values }) })
  await drawPictures(deps)
  const drawn = async () => Promise.all([pictureIn(ctx), pictureIn(ctx, 'product_pictures')])
  const pictures = [await drawn()]

  for (const fonts of [{ theme: 'journal' }, { heading_font: 'caveat' }, { text_font: 'lora' }]) {
    await update(fonts)
    expect(await drawPictures(deps)).toEqual(['store', 'product'])
    pictures.push(await drawn())
  }
  const [plain, journal, caveat, lora] = pictures.map((pair) => pair.map((bytes) => bytes?.toString('base64')))
  expect(new Set([plain?.[0], journal?.[0], caveat?.[0]]).size).toBe(3)
  expect(new Set([plain?.[1], journal?.[1], caveat?.[1]]).size).toBe(3)
  // Only the text font changed. Without a description, the picture has no text in this font, so it stays the same.
  expect(lora).toEqual(caveat)

  await update({ custom_fonts_url: (await copyFonts(deps, ctx, 'https://fonts.example/css')).url })
  expect(await drawPictures(deps)).toEqual([])
})

it.each([
  ['Latin', 'Bright lamps'],
  ['Cyrillic', 'Яркие лампы'],
  ['Greek', 'Φωτεινές λάμπες'],
  ['Japanese', '明るいランプ'],
  ['Korean', '밝은 램프'],
  ['Chinese', '明亮的灯'],
  ['Arabic, from right to left', 'مصابيح ساطعة'],
  ['Hebrew, from right to left', 'מנורות בהירות'],
  ['characters that are markup', '<b>Lamps</b> & "co" &amp;'],
  ['an emoji', 'Lamps 💡👩🏽‍🔧🇩🇪'],
  ['a very long name', 'Lamps '.repeat(10)],
])('shows a name in %s, whichever letters the font of the theme has', async (_script, name) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name, theme: 'linen', ...dark })

  await drawPictures(deps)

  expect(await countInk(await pictureIn(ctx))).toBeGreaterThan(2_000)
})

it('has the logo of the store, if the logo is an upload', async () => {
  await using deps = await openTestDeps()
  const [ctx, plain] = [await aProject(deps), await aProject(deps)]
  const { url } = await createUpload(deps, ctx, await aPictureDraft())
  await aStore(deps, ctx, { name: 'Lamps A', logo: url, ...dark })
  await aStore(deps, plain, { name: 'Lamps B', logo: 'https://shop.example/logo.png', ...dark })

  await drawPictures(deps)

  const [withLogo, without] = [await pictureIn(ctx), await pictureIn(plain)]
  expect(withLogo?.length).toBeGreaterThan((without?.length ?? 0) + 10_000)
})

it("is removed when the name has letters that can't be drawn", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
  await drawPictures(deps)
  expect(await pictureIn(ctx)).toBeDefined()

  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'โคมไฟ', ...dark }) })
  await drawPictures(deps)

  expect(await pictureIn(ctx)).toBeUndefined()
})

it('shows the banner of the store, or else up to four of its first products, and is drawn again when they change', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
  const urls = []
  for (const [nth, background] of ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff'].entries()) {
    const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
      .png()
      .toBuffer()
    const draft = { file: new File([new Uint8Array(bytes)], `${nth}.png`), purpose: 'picture' as const }
    urls.push((await createUpload(deps, ctx, draft)).url)
  }
  const colorAt = async (left: number, top: number) => {
    const pixel = await sharp(await pictureIn(ctx))
      .extract({ left, top, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    return [...pixel].map((channel) => (channel > 127 ? 'f' : '0')).join('')
  }
  const corners = async () => Promise.all([colorAt(150, 150), colorAt(480, 150), colorAt(150, 480), colorAt(480, 480)])

  const products = []
  for (const image_url of urls.slice(0, 4).reverse()) products.push(await aProduct(deps, ctx, { image_url }))
  expect(await drawPictures(deps)).toContain('collage')
  expect(await corners()).toEqual(['f00', '0f0', '00f', 'ff0'])
  expect(await sharp(await pictureIn(ctx)).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
  await aProduct(deps, ctx, { image_url: urls[4], pinned: true })
  await drawPictures(deps)
  expect(await corners()).toEqual(['0ff', 'f00', '0f0', '00f'])

  const [last] = products
  if (last === undefined) throw new Error('There are products')
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', ...dark, banner_image: urls[2] }) })
  await drawPictures(deps)
  expect(await Promise.all([colorAt(20, 150), colorAt(1_180, 150)])).toEqual(['00f', '00f'])
  await deleteProduct(ctx, last.product_id)
  expect(await drawPictures(deps)).not.toContain('collage')
})

it("shows the products visible at its time, and is drawn again, like a category's picture, when a schedule begins, ends or changes", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url: image_url } = await createUpload(deps, ctx, await aPictureDraft())
  await aStore(deps, ctx, { name: 'Lamps', ...dark })
  const { category_id } = await aCategory(deps, ctx)
  const inHours = (hours: number) => new Date(deps.clock.now().getTime() + hours * 3_600_000)
  const [begin, end] = [inHours(1), inHours(2)]
  const schedule = { show_from: begin.toISOString(), show_until: end.toISOString() }
  const { product_id: productId } = await aProduct(deps, ctx, { image_url, categories: [category_id], ...schedule })
  const formats = async () => {
    const pictures = [await pictureIn(ctx), await pictureIn(ctx, 'category_pictures')]
    return Promise.all(pictures.map(async (picture) => (await sharp(picture).metadata()).format))
  }
  const scheduled = async () => {
    const rows = await queryAsOwner(deps, "select key, run_after from picture_tasks where key like '%:scheduled' order by key")
    return rows.map(({ run_after }) => run_after)
  }
  /** Draws the pictures that are due at this time. */
  const drawAt = async (now: Date) => {
    await queryAsOwner(deps, 'update picture_tasks set run_after = now() where run_after <= $1', [now])
    return drawPictures({ ...deps, clock: { now: () => now } })
  }

  await drawPictures(deps)
  expect(await formats()).toEqual(['png', 'png'])
  expect(await scheduled()).toEqual([begin, begin])
  expect((await drawAt(begin)).toSorted()).toEqual(['category', 'collage'])
  expect(await formats()).toEqual(['jpeg', 'jpeg'])
  expect(await scheduled()).toEqual([end, end])
  await drawAt(end)
  expect(await formats()).toEqual(['png', 'png'])
  expect(await scheduled()).toEqual([])

  const shown = { name: 'Brass lamp', image_url, categories: [category_id], show_from: null, show_until: null }
  await updateProduct(deps, ctx, { productId, update: productUpdate.parse(shown) })
  expect((await drawPictures(deps)).toSorted()).toEqual(['category', 'collage'])
  expect(await formats()).toEqual(['jpeg', 'jpeg'])
})

describe('the picture of a product', () => {
  const productPicture = (ctx: ProjectContext) => pictureIn(ctx, 'product_pictures')

  it("is drawn when the product is created, and again when its look or the store's look changes", async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const store = await aStore(deps, ctx, { name: 'Lamps', ...dark })
    const { product_id } = await aProduct(deps, ctx, { name: 'Desk lamp' })
    const update = (values: object) =>
      updateProduct(deps, ctx, { productId: product_id, update: productUpdate.parse({ name: 'Desk lamp', ...values }) })
    await drawPictures(deps)

    const pictures = [await productPicture(ctx)]
    await update({ attributes: { Color: 'red' } })
    expect(await drawPictures(deps)).toEqual([])
    await update({ name: 'Floor lamp' })
    await update({ name: 'Ceiling lamp' })
    expect(await drawPictures(deps)).toEqual(['product'])
    pictures.push(await productPicture(ctx))
    await updateStore(deps, ctx, {
      storeId: store.store_id,
      update: storeUpdate.parse({ name: 'Lamps', ...dark, store_name: 'New lamps' }),
    })
    expect(await drawPictures(deps)).toEqual(['store', 'product'])
    pictures.push(await productPicture(ctx))

    expect(await sharp(pictures[0]).metadata()).toMatchObject({ width: 1_200, height: 630 })
    expect(new Set(pictures.map((bytes) => bytes?.toString('base64'))).size).toBe(3)
  })

  it('is drawn for products that are older than the store', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    await aProduct(deps, ctx, { name: 'Desk lamp' })
    expect(await drawPictures(deps)).toEqual([])

    await aStore(deps, ctx, { name: 'Lamps', ...dark })
    await drawPictures(deps)

    expect(await productPicture(ctx)).toBeDefined()
  })

  it('has the picture of the product, if it is stored here, next to the name', async () => {
    await using deps = await openTestDeps()
    const [ctx, plain] = [await aProject(deps), await aProject(deps)]
    const { url } = await createUpload(deps, ctx, await aPictureDraft())
    for (const [owner, image_url] of [
      [ctx, url],
      [plain, 'https://m.media-amazon.com/images/I/41.jpg'],
    ] as const) {
      await aStore(deps, owner, { name: owner === ctx ? 'Lamps A' : 'Lamps B', ...dark })
      await aProduct(deps, owner, { name: 'Desk lamp', image_url })
    }
    await drawPictures(deps)

    const measureLeftHalf = async (picture: Buffer | undefined) =>
      (await sharp(await sharp(picture).extract({ left: 0, top: 0, width: 600, height: 630 }).toBuffer()).stats()).channels[0]?.mean ?? 0
    const [withPhoto, without] = [await productPicture(ctx), await productPicture(plain)]
    // The photograph is on white, and the rest has the store's dark color.
    expect(await measureLeftHalf(withPhoto)).toBeGreaterThan(100)
    expect(await measureLeftHalf(without)).toBeLessThan(60)
    expect(await sharp(withPhoto).metadata()).toMatchObject({ width: 1_200, height: 630 })
  })

  it('shows names from right to left, with markup and of any length next to the picture of the product', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const { url } = await createUpload(deps, ctx, await aPictureDraft())
    await aStore(deps, ctx, { name: 'Lamps', ...dark })
    const names = ['مصباح مكتبي', 'מנורת שולחן', '<span size="1">Lamp</span> & "co"', 'Lamp '.repeat(30)]
    for (const name of names) await aProduct(deps, ctx, { name, image_url: url })
    await drawPictures(deps)

    const pictures = await picturesIn(ctx, 'product_pictures')
    expect(pictures).toHaveLength(names.length)
    for (const picture of pictures) {
      const text = await sharp(picture).extract({ left: 640, top: 0, width: 560, height: 630 }).png().toBuffer()
      expect(await countInk(text)).toBeGreaterThan(1_000)
    }
    // Drawn pictures use none of the organization's storage.
    const uploads = (tx: Tx) => tx.selectFrom('uploads').select(['stored_bytes', 'source']).where('purpose', '=', 'picture')
    const uploaded = await read(ctx, (tx) => uploads(tx).executeTakeFirstOrThrow())
    expect(await read(ctx, (tx) => sumStoredBytes(tx, ctx, 'total'))).toBe(uploaded.stored_bytes + (uploaded.source?.length ?? 0))
  })

  it("is removed with the product, or when the name has letters that can't be drawn", async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    await aStore(deps, ctx, { name: 'Lamps', ...dark })
    const { product_id } = await aProduct(deps, ctx, { name: 'Desk lamp' })
    const rename = (name: string) => updateProduct(deps, ctx, { productId: product_id, update: productUpdate.parse({ name }) })
    await drawPictures(deps)

    await rename('โคมไฟ')
    await drawPictures(deps)
    expect(await productPicture(ctx)).toBeUndefined()
    await rename('Desk lamp')
    await drawPictures(deps)
    expect(await productPicture(ctx)).toBeDefined()
    await rename('Floor lamp')
    await deleteProduct(ctx, product_id)
    await drawPictures(deps)
    expect(await productPicture(ctx)).toBeUndefined()
  })
})

describe('the picture of a category', () => {
  const categoryPicture = (ctx: ProjectContext) => pictureIn(ctx, 'category_pictures')

  it("shows the category's own picture, or else the pictures of its first products, and is drawn again when they change", async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    const { url } = await createUpload(deps, ctx, await aPictureDraft())
    await aStore(deps, ctx, { name: 'Lamps', ...dark })
    const { category_id: categoryId } = await aCategory(deps, ctx, { name: 'Desk lamps' })
    const update = (values: object) => updateCategory(ctx, { categoryId, update: categoryUpdate.parse({ name: 'Desk lamps', ...values }) })
    await drawPictures(deps)
    const pictures = [await categoryPicture(ctx)]

    const { product_id } = await aProduct(deps, ctx, { name: 'Desk lamp', image_url: url, categories: [categoryId] })
    expect(await drawPictures(deps)).toContain('category')
    pictures.push(await categoryPicture(ctx))
    await deleteProduct(ctx, product_id)
    expect(await drawPictures(deps)).toContain('category')
    expect(await categoryPicture(ctx)).toEqual(pictures[0])
    await update({ image_url: url })
    expect(await drawPictures(deps)).toEqual(['category'])
    expect(await categoryPicture(ctx)).toEqual(pictures[1])
    await update({ show_as_row: true })
    expect(await drawPictures(deps)).toEqual([])

    expect(await sharp(pictures[0]).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 })
    expect(await sharp(pictures[1]).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
  })

  it('is drawn for categories that are older than the store, and counts as drawn to the organization', async () => {
    await using deps = await openTestDeps()
    const ctx = await aProject(deps)
    await aCategory(deps, ctx, { name: 'Desk lamps' })
    expect(await drawPictures(deps)).toEqual([])

    await aStore(deps, ctx, { name: 'Lamps', ...dark })
    await drawPictures(deps)

    expect(await categoryPicture(ctx)).toBeDefined()
    expect((await read(ctx, (tx) => sumBytesByKind(tx, ctx))).drawn_pictures).toBeGreaterThan(0)
    expect(await read(ctx, (tx) => sumStoredBytes(tx, ctx, 'total'))).toBe(0)
  })
})
