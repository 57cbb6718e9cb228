import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ProductFile, readProductFile } from '../read-product-file.ts'

async function readFixture(name: string): Promise<ProductFile> {
  const file = readProductFile(await readFile(join(import.meta.dirname, name)))
  if (typeof file === 'string') throw new Error(file)
  return file
}

/** Returns the parts of the rows that an import writes, and the reasons for the parts that it does not import. */
function toImportedRows({ rows }: ProductFile) {
  return rows.map(({ line, values, categories, targets, issues, notes = [] }) => ({
    line,
    ...values,
    ...(categories && { categories }),
    ...(targets.length > 0 && { targets }),
    reasons: [...issues, ...notes].map(({ column, reason }) => `${column}: ${reason}`),
  }))
}

const noImage = 'image_url: Imported without it: Enter an address that begins with https://'

it('reads a Shopify export: rows with the same handle become one product', async () => {
  const file = await readFixture('shopify-products.csv')

  expect(toImportedRows(file)).toEqual([
    {
      line: 2,
      name: 'Harbor kettle',
      description: 'Boils a liter in three minutes.\n\nEnamel & oak\n\nWhistles',
      image_url: 'https://cdn.shopify.com/s/files/1/0000/0001/files/kettle.jpg?v=1719',
      categories: ['Kettles'],
      attributes: { Price: 'from 58.50', Brand: 'Northwind Home' },
      active: true,
      availability: 'available',
      reasons: [],
    },
    {
      line: 5,
      name: 'Tide mug',
      description: null,
      image_url: 'https://cdn.shopify.com/s/files/1/0000/0001/files/mug.jpg?v=1720',
      categories: ['Mugs'],
      attributes: { Price: '14.00', Brand: 'Northwind Home' },
      active: true,
      availability: 'unavailable',
      reasons: [],
    },
    {
      line: 6,
      name: 'Drift bowl',
      description: 'Coming in spring.',
      categories: ['Bowls'],
      attributes: { Price: '22.00', Brand: 'Northwind Home' },
      active: false,
      availability: 'available',
      reasons: [],
    },
  ])
  expect(file).toMatchObject({
    program: 'Shopify',
    skipped: [
      'One further variant is part of its product.',
      '2 further pictures are left out: a product has one picture.',
      'One product is not published, and becomes inactive.',
      'The file names no pages of products, so they get no short links.',
    ],
  })
  expect(file.ignoredColumns).toContain('Tags')
  expect(file.ignoredColumns).not.toContain('SEO Title')
})

it("reads a file with the columns of Shopify's 2025 template", async () => {
  const file = await readFixture('shopify-template.csv')

  expect(file.program).toBe('Shopify')
  expect(toImportedRows(file)).toEqual([
    {
      line: 2,
      name: 'Harbor kettle',
      description: 'Boils a liter.',
      image_url: 'https://cdn.shopify.com/s/files/1/0000/0001/files/kettle.jpg',
      categories: ['Kettles'],
      attributes: { Price: '64.00', Brand: 'Northwind Home' },
      active: true,
      availability: 'unavailable',
      reasons: [],
    },
  ])
})

it('reads a WooCommerce export: variations become part of their product', async () => {
  const file = await readFixture('woocommerce-products.csv')

  expect(toImportedRows(file)).toEqual([
    {
      line: 2,
      name: 'Fjord hoodie & cap',
      description: 'Organic cotton.\n\nCut in Porto.',
      image_url: 'https://shop.example/wp-content/uploads/2026/03/hoodie.jpg',
      categories: ['Hoodies', 'Sale'],
      attributes: { Price: 'from 49', Brand: 'Fjord' },
      active: true,
      availability: 'available',
      reasons: [],
    },
    {
      line: 5,
      name: 'Desk lamp',
      description: 'Dims to nothing.',
      image_url: 'https://shop.example/wp-content/uploads/2026/03/lamp.jpg',
      categories: ['Desk'],
      targets: ['https://partner.example/lamp?ref=7'],
      attributes: { Price: '29.9' },
      active: true,
      availability: 'available',
      reasons: [],
    },
    {
      line: 6,
      name: 'Rug',
      description: null,
      categories: [],
      attributes: { Price: '120' },
      active: false,
      availability: 'unavailable',
      reasons: [noImage],
    },
  ])
  expect(file).toMatchObject({
    program: 'WooCommerce',
    skipped: [
      '2 further variants are part of their products.',
      'One further picture is left out: a product has one picture.',
      'One product is not published, and becomes inactive.',
    ],
  })
})

it("reads an Awin feed: the link has the publisher's id", async () => {
  const file = await readFixture('awin-feed.csv')

  expect(file).toMatchObject({ program: 'Awin', skipped: [] })
  expect(toImportedRows(file)).toEqual([
    {
      line: 2,
      name: 'Trail jacket, women',
      description: 'Keeps rain out.\nWeighs 240 g.',
      image_url: 'https://img.outdoor.example/tj-w.jpg',
      categories: ['Jackets'],
      targets: ['https://www.awin1.com/pclick.php?p=31&a=700001&m=9001'],
      attributes: { Brand: 'Ridge' },
      price: { amount: '89.95', currency: 'GBP' },
      availability: 'available',
      reasons: [],
    },
    {
      line: 3,
      name: 'Camp stove',
      description: 'Folds flat.',
      image_url: 'https://images2.productserve.com/?w=200&h=200&url=cs',
      categories: ['Camping'],
      targets: ['https://www.awin1.com/pclick.php?p=32&a=700001&m=9001'],
      attributes: { Brand: 'Ridge' },
      price: { amount: '35.00', currency: 'GBP' },
      availability: 'unavailable',
      reasons: [],
    },
    {
      line: 4,
      name: 'Rope',
      description: null,
      categories: ['Climbing'],
      targets: ['https://www.awin1.com/pclick.php?p=33&a=700001&m=9001'],
      price: { amount: '60.00', currency: 'GBP' },
      availability: 'unavailable',
      reasons: [],
    },
  ])
})

it('reads a Google Merchant Center feed, and reports the values that are lost', async () => {
  const file = await readFixture('google-merchant-feed.tsv')

  expect(toImportedRows(file)).toEqual([
    {
      line: 2,
      name: 'Linen apron',
      description: 'Washed linen, two pockets.',
      image_url: 'https://studio.example/apron.jpg',
      categories: ['Aprons'],
      targets: ['https://studio.example/apron'],
      attributes: { Brand: 'Studio' },
      price: { amount: '42.00', currency: 'EUR' },
      availability: 'available',
      reasons: [],
    },
    {
      line: 3,
      name: 'Oak board',
      description: 'Oiled oak <40 cm>.',
      image_url: 'https://studio.example/board.jpg',
      categories: ['Kitchen'],
      targets: ['https://studio.example/board'],
      attributes: { Brand: 'Studio' },
      price: { amount: '44.00', currency: 'EUR' },
      availability: 'unavailable',
      reasons: [],
    },
    {
      line: 4,
      name: 'Steel pan',
      description: 'Ships in May.',
      image_url: 'https://studio.example/pan.jpg',
      categories: [],
      targets: ['https://studio.example/pan'],
      attributes: { Brand: 'Studio' },
      price: { amount: '80.00', currency: 'EUR' },
      availability: 'available',
      reasons: [],
    },
    {
      line: 5,
      name: 'Salt jar',
      description: 'Stoneware.',
      image_url: 'https://studio.example/jar.jpg',
      categories: [],
      targets: ['https://studio.example/jar'],
      attributes: { Brand: 'Studio' },
      price: { amount: '19.00', currency: 'EUR' },
      reasons: ['availability: Imported without it: Write one of available, unavailable, hidden'],
    },
  ])
  expect(file).toMatchObject({
    program: 'Google Merchant Center',
    skipped: ['2 further pictures are left out: a product has one picture.'],
    ignoredColumns: ['id', 'availability_date', 'gtin', 'condition', 'google_product_category', 'shipping(country:price)'],
  })
})

it('shortens a name and a description that are too long, and reports it', () => {
  const row = ['x'.repeat(300), `<p>${'y '.repeat(3_000)}</p>`, 'https://a.example/', 'https://a.example/a.jpg'].join('\t')
  const file = readProductFile(Buffer.from(`title\tdescription\tlink\timage_link\n${row}`)) as ProductFile

  const [product] = toImportedRows(file)
  expect([product?.name?.length, product?.reasons]).toEqual([
    200,
    ['name: Imported with the first 200 characters of it', 'description: Imported with the first 5,000 characters of it'],
  ])
})

it('rejects a product without a name', () => {
  const file = readProductFile(Buffer.from('title\tlink\timage_link\n\thttps://a.example/\thttps://a.example/a.jpg')) as ProductFile

  expect(file.rows.map(({ issues }) => issues)).toEqual([[{ column: 'name', reason: 'Product name is required' }]])
})

it.each([
  ['in_stock', 'available'],
  ['In stock', 'available'],
  ['https://schema.org/PreOrder', 'available'],
  ['backorder', 'available'],
  ['out of stock', 'unavailable'],
  ['OutOfStock', 'unavailable'],
  ['hidden', 'hidden'],
])('recognizes the availability %s in any file', (word, availability) => {
  const file = readProductFile(Buffer.from(`name,availability\nLamp,${word}`)) as ProductFile

  expect(file).toMatchObject({ program: null, rows: [{ issues: [], values: { availability } }] })
})

it.each([
  [
    'Google Merchant Center',
    'title,link,image_link,price,sale_price,sale_price_effective_date',
    'Kettle,https://shop.example/kettle,,58.50,39.00,2020-01-01/2020-01-31',
  ],
  ['WooCommerce', 'Type,Name,In stock?,Regular price,Sale price,Date sale price ends', 'simple,Kettle,1,58.50,39.00,2020-01-31'],
])('ignores the sale price if the sale has an end date, in a file of %s without a "published" column', (program, heading, row) => {
  const file = readProductFile(Buffer.from(`${heading}\n${row}`))
  if (typeof file === 'string') throw new Error(file)
  expect(file.program).toBe(program)
  expect(toImportedRows(file)).toMatchObject([{ name: 'Kettle', attributes: { Price: '58.50' } }])
  expect(toImportedRows(file)[0]).not.toMatchObject({ active: false })
})

it('imports a price that has a currency, unless the shop does not allow prices', () => {
  const rows = [
    'Kettle,https://shop.example/k,,58.50 EUR',
    'Pot,https://shop.example/p,,58.50',
    'Pan,https://www.amazon.de/dp/B0,,40.00 EUR',
  ]
  const file = readProductFile(Buffer.from(`title,link,image_link,price\n${rows.join('\n')}`)) as ProductFile

  const [kettle, pot, pan] = toImportedRows(file)
  expect(kettle).toMatchObject({ name: 'Kettle', price: { amount: '58.50', currency: 'EUR' }, reasons: [] })
  expect(pot).toMatchObject({ name: 'Pot', attributes: { Price: '58.50' } })
  expect(pan).toMatchObject({ name: 'Pan', reasons: ['price: Imported without its price: the shop allows none'] })
  expect([kettle?.attributes, pot?.price, pan?.price, pan?.attributes]).toEqual([undefined, undefined, undefined, undefined])
})

it('reads our own columns of the price and its check day, and omits an invalid price', () => {
  const cells = ['49.90 EUR,2026-05-04', '1.500 KWD,', ',', '€ 50,', 'from 5,', '9.999 EUR,']
  const file = readProductFile(Buffer.from(`name,price,price_checked_on\n${cells.map((row) => `Lamp,${row}`).join('\n')}`)) as ProductFile

  expect(file.rows.map(({ values }) => values.price)).toEqual([
    { amount: '49.90', currency: 'EUR', checked_on: '2026-05-04' },
    { amount: '1.500', currency: 'KWD' },
    null,
    { amount: '50.00', currency: 'EUR' },
    undefined,
    undefined,
  ])
  expect(file.rows.map(({ notes = [] }) => notes.length)).toEqual([0, 0, 0, 0, 1, 1])
})
