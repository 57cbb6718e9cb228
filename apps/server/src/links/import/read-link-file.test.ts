import { linkFileMaxRows, linkImportMessages, slugMessage, slugMessages } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { type LinkFile, readLinkFile } from './read-link-file.ts'

const now = new Date('2026-09-20T12:00:00Z')

function readFile(csv: string | Buffer): LinkFile | string {
  return readLinkFile(Buffer.from(csv), now)
}

async function parseRows(csv: string): Promise<LinkFile> {
  const file = await readFile(csv)
  if (typeof file === 'string') throw new Error(file)
  return file
}

const lamp = { draft: { target: 'https://shop.example/lamp', title: 'Brass lamp' }, slug: 'lamp', issues: [] }

describe('a file of links', () => {
  it.each([
    ['ours', 'target,slug,title,labels,created_at', 'https://shop.example/lamp,lamp,Brass lamp,home; gift,2024-05-31T09:00:00Z'],
    [
      'Bitly',
      'link,long_url,title,tags,created_at,archived',
      'https://bit.ly/lamp,https://shop.example/lamp,Brass lamp,"home,gift",1717146000,false',
    ],
    [
      'Bitly, with a custom name',
      'Link,Custom Bitlinks,Long URL,Title,Tags,Created',
      'bit.ly/3xYz,bit.ly/lamp,https://shop.example/lamp,Brass lamp,home|gift,2024-05-31T09:00:00+0000',
    ],
    [
      'Dub',
      'Short link,Destination URL,Title,Tags,Created at',
      'dub.sh/lamp,https://shop.example/lamp,Brass lamp,"home, gift",2024-05-31T09:00:00.000Z',
    ],
    [
      'Dub, of its API',
      'domain,key,url,title,tags,createdAt',
      'dub.sh,lamp,https://shop.example/lamp,Brass lamp,"home,gift",2024-05-31T09:00:00.000Z',
    ],
    [
      'Short.io',
      'originalURL,path,shortURL,title,tags,createdAt',
      'shop.example/lamp,lamp,https://s.gy/lamp,Brass lamp,"home,gift",2024-05-31 09:00:00',
    ],
    [
      'Rebrandly',
      'destination,slashtag,title,tags,createdAt',
      'https://shop.example/lamp,lamp,Brass lamp,"home,gift","May 31, 2024 9:00 AM"',
    ],
    ['YOURLS', 'keyword;url;title;timestamp;label', 'lamp;https://shop.example/lamp;Brass lamp;2024-05-31 09:00:00;home,gift'],
  ])('is read with the columns of %s', async (_service, header, row) => {
    const { rows } = await parseRows(`${header}\n${row}\n`)

    expect(rows).toMatchObject([{ ...lamp, line: 2, labels: ['home', 'gift'], createdAt: new Date('2024-05-31T09:00:00Z') }])
  })

  it('needs only the destination, whose column can be called link', async () => {
    const { rows } = await parseRows('Link\nshop.example/lamp\n')

    expect(rows).toMatchObject([
      {
        draft: { target: 'https://shop.example/lamp', title: '', notes: null },
        slug: undefined,
        labels: [],
        isArchived: false,
        issues: [],
      },
    ])
  })

  it('reads a surrogate pair across the boundary of 65,536 characters', async () => {
    const [before, after] = ['padding,url,title\n', ',https://a.example,']
    const { rows } = await parseRows(`${before}${'x'.repeat(65_535 - before.length - after.length)}${after}💡 lamp\n`)

    expect(rows).toMatchObject([{ draft: { title: '💡 lamp' } }])
  })

  it('lists the columns that it ignores, except the columns of a report', async () => {
    const { ignoredColumns, header } = await parseRows(
      'line,column,reason,url,Clicks,Short Link,Long URL\n2,slug,Taken,x.example,4,bit.ly/a,y.example',
    )

    expect(ignoredColumns).toEqual(['url', 'Clicks'])
    expect(header).toHaveLength(7)
  })

  it('reports the issues of a row', async () => {
    const { rows } = await parseRows(
      `url,labels,archived,created\nftp://a.example,${'x'.repeat(65)},maybe,05/06/2024\nhttps://b.example,,yes,2027-01-01\nhttps://c.example,,,2024-02-30`,
    )

    expect(rows.map(({ issues }) => issues.map(({ column }) => column))).toEqual([['labels', 'archived', 'target'], [], []])
    expect(rows.map(({ omitted }) => omitted.map(({ column }) => column))).toEqual([['created_at'], ['created_at'], ['created_at']])
    expect(rows[1]?.omitted[0]?.reason).toBe('Imported without this date: a link is created in the past')
  })

  it.each(['2024-13-01', '2024-31-05 09:00', '2024-05-31 25:00', '0000-00-00 00:00:00', '0000-05-01', '0001-01-01T00:00:00+05:00'])(
    'omits the creation date %s, and reads the others',
    async (cell) => {
      const { rows } = await parseRows(`url,created\nhttps://a.example,${cell}\nhttps://b.example,2024-05-31`)

      expect(rows.map(({ createdAt }) => createdAt)).toEqual([undefined, new Date('2024-05-31T00:00:00Z')])
      expect(rows.map(({ omitted }) => omitted.map(({ reason }) => reason))).toEqual([[expect.stringMatching(/write a date like/)], []])
    },
  )

  it.each([
    ['https://bit.ly/3AbC?utm=1', '3AbC'],
    ['/lamp/', 'lamp'],
    ['', undefined],
    ['https://dub.sh/', undefined],
    ['go/lamp', 'go/lamp'],
    ['https://dub.sh/go/lamp', 'go/lamp'],
    ['lamps.shop/red', 'lamps.shop/red'],
    ['v1.beta/lamp', 'v1.beta/lamp'],
    ['203.0.113.7/lamp', '203.0.113.7/lamp'],
    ['https://sho.rt/lamps.shop/red', 'lamps.shop/red'],
    ['v1.0/lamp', 'v1.0/lamp'],
    ['v1.0', 'v1.0'],
    ['sale+more', 'sale+more'],
    ["'+more", '+more'],
    ['k\u00fcche', 'k\u00fcche'],
    ['ku\u0308che', 'k\u00fcche'],
    ['https://s.example/k%C3%BCche?a=b', 'k\u00fcche'],
  ])('reads %j as the short name %s', async (cell, slug) => {
    expect((await parseRows(`url,slug\nhttps://a.example,"${cell}"`)).rows).toMatchObject([{ slug, slugProblem: undefined }])
  })

  it.each([
    ['go.example.com/Lamp-2_a', 'Lamp-2_a'],
    ['bit.ly/one, bit.ly/two', 'one'],
    ['dub.sh/go/lamp', 'go/lamp'],
    ['shop.example:8080/recommends/lamp/', 'recommends/lamp'],
    ['localhost:3000/lamp', 'lamp'],
    ['sho.rt./lamp', 'lamp'],
    ['sho.rt.:8080/lamp', 'lamp'],
    ['203.0.113.7/lamp', 'lamp'],
    ['203.0.113.7:8080/lamp', 'lamp'],
    ['sho.rt/lamps.shop/red', 'lamps.shop/red'],
    ['https://sho.rt/lamps.shop/red', 'lamps.shop/red'],
    ['v1.0/lamp', 'v1.0/lamp'],
    ['go/lamp', 'go/lamp'],
    ['/lamp', 'lamp'],
  ])('reads %j in a column of short URLs as the short name %s', async (cell, slug) => {
    for (const heading of ['Short URL', 'short_link', 'bitlink', 'Link', 'Custom Bitlink', 'custom_bitlinks'])
      expect((await parseRows(`url,${heading}\nhttps://a.example,"${cell}"`)).rows).toMatchObject([{ slug, slugProblem: undefined }])
  })

  it('reads the short names in an export that also has short URLs', async () => {
    const { rows } = await parseRows(
      'slug,short_url,target\nlamps.shop/red,https://sho.rt/lamps.shop/red,https://a.example\n,sho.rt/v1.beta/lamp,https://b.example',
    )

    expect(rows).toMatchObject([{ slug: 'lamps.shop/red' }, { slug: 'v1.beta/lamp' }])
  })

  it.each([
    ['domain,slug', 'GO.Lamps.example,lamp', 'go.lamps.example'],
    ['domain,slug', 'https://go.lamps.example/,lamp', 'go.lamps.example'],
    ['domain,slug', 'k\u00fcche.example.,lamp', 'xn--kche-0ra.example'],
    ['domain,short_url', 'go.lamps.example,https://sho.rt/lamp', 'go.lamps.example'],
    ['domain,short_url', ',https://sho.rt./lamp', 'sho.rt'],
    ['slug,short_url', 'lamp,http://localhost:8080/lamp', 'localhost:8080'],
    ['slug,short_url', 'lamp,sho.rt/lamp', 'sho.rt'],
    ['slug,title', 'https://sho.rt/lamp,Lamp', 'sho.rt'],
    ['slug,title', 'lamps.shop/red,Lamp', undefined],
    ['slug,short_url', 'lamp,', undefined],
  ])('reads the domain of the columns %s with %j as %s', async (header, cells, host) => {
    expect((await parseRows(`url,${header}\nhttps://a.example,${cells}`)).rows).toMatchObject([{ host, issues: [] }])
  })

  it.each([
    ['lamp+', slugMessages.plus],
    ['lamp/go/1', slugMessages.button],
    ['blog/../lamp', slugMessages.dots],
    ['blog//lamp', slugMessages.emptySegment],
    ['a=b', slugMessage],
    ['x'.repeat(201), slugMessages.tooLong],
  ])('reads the row with the short name %s, and reports why no link can have it', async (cell, slugProblem) => {
    expect((await parseRows(`url,slug\nhttps://a.example,${cell}`)).rows).toMatchObject([{ slug: undefined, slugProblem, issues: [] }])
  })

  it.each([
    ['no destination', 'slug,title\na,b', linkImportMessages.noColumns],
    ['no rows', 'url\n\n', linkImportMessages.noRows],
    ['an Excel workbook', Buffer.from('504b030414000600080000', 'hex'), linkImportMessages.notCsv],
    ['too many columns', `url${',x'.repeat(1_000)}\n`, `Line 1: ${linkImportMessages.tooManyColumns}`],
    ['too many rows', `url\n${'a.example\n'.repeat(linkFileMaxRows + 1)}`, linkImportMessages.tooManyRows],
  ])('with %s is rejected with an explanation', async (_what, csv, message) => {
    expect(await readFile(csv)).toBe(message)
  })
})
