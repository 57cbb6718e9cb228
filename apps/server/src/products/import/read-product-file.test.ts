import { productFileMaxRows, productImportMessages } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { readProductFile } from './read-product-file.ts'

const utf16 = Buffer.from('\uFEFFname\nKüche 日本', 'utf16le')

it.each<[string, Buffer, string]>([
  ['UTF-8', Buffer.from('name\nKüche 日本'), 'Küche 日本'],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFname\nKüche 日本'), 'Küche 日本'],
  ['UTF-16', utf16, 'Küche 日本'],
  ['UTF-16, big end first', Buffer.from(utf16).swap16(), 'Küche 日本'],
  ['windows-1252', Buffer.from('name\nK\xfcche \x80', 'latin1'), 'Küche €'],
  ['tabs', Buffer.from('active\tname\ntrue\tLamp, small'), 'Lamp, small'],
  ['semicolons', Buffer.from('active;name\r\ntrue;Lamp, small\r\n'), 'Lamp, small'],
  ['a guarded formula', Buffer.from("name\n'=1+1"), '=1+1'],
  ['blank lines', Buffer.from('\n\nname\n'.trimStart().concat('\n,,\n\nLamp\n\n')), 'Lamp'],
  ['fewer and more cells than columns', Buffer.from('name,active\nLamp\n,\n'), 'Lamp'],
])('reads a file with %s', async (_form, file, name) => {
  expect(await readProductFile(file)).toMatchObject({ rows: [{ values: { name }, issues: [] }] })
})

it('numbers lines as a spreadsheet does', async () => {
  const file = await readProductFile(Buffer.from('name,description\n\nA,"1\n2\n3"\nB,\n'))

  expect(file).toMatchObject({ rows: [{ line: 3 }, { line: 4 }] })
})

it('recognizes other column names, and lists the ignored columns', async () => {
  const file = await readProductFile(Buffer.from('Title,Image URL,category,Weight,position,,line\nLamp,https://a.example/,Sale,9,1,,3\n'))

  expect(file).toMatchObject({
    ignoredColumns: ['Weight'],
    rows: [{ values: { name: 'Lamp', image_url: 'https://a.example/' }, categories: ['Sale'] }],
  })
})

it.each(['1999-12-31', '2026-02-30', 'yesterday'])('rejects a price that was checked on %s', async (day) => {
  const file = await readProductFile(Buffer.from(`name,price,price_checked_on\nLamp,49.90 EUR,${day}\n`))

  expect(file).toMatchObject({ rows: [{ issues: [{ column: 'price_checked_on' }] }] })
})

it.each<[string, string | Buffer, string]>([
  ['no columns', 'a,b\n1,2', productImportMessages.noColumns],
  ['nothing', '', productImportMessages.noColumns],
  ['no rows', 'name\n\n', productImportMessages.noRows],
  ['an Excel workbook', Buffer.from('504b030414000600080000', 'hex'), productImportMessages.notCsv],
  ['a quotation mark that is not closed', 'name\nA\n"B\nC', `Line 3: ${productImportMessages.brokenQuotes}`],
  ['a row that is too long', `name\n"${'x'.repeat(200_000)}`, `Line 2: ${productImportMessages.rowTooLong}`],
  ['too many rows', `name\n${'A\n'.repeat(productFileMaxRows + 1)}`, productImportMessages.tooManyRows],
])('explains a file with %s', async (_what, file, message) => {
  expect(await readProductFile(Buffer.from(file as Buffer))).toBe(message)
})

it('ignores columns that are named like properties of every object', async () => {
  expect(await readProductFile(Buffer.from('name,constructor,__proto__\nLamp,1,2\n'))).toMatchObject({
    ignoredColumns: ['constructor', '__proto__'],
    rows: [{ values: { name: 'Lamp' } }],
  })
})
