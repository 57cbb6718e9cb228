import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { aWorkbook, toSheet as sheet } from '../../../test/builders/workbook-builder.ts'
import { readWorkbook } from './read-workbook.ts'

const limits = { maxRows: 1_000, rows: 2_000, sheets: 5, cellCharacters: 100, maxCharacters: 5_000, unpackedBytes: 5_000_000 }

const readRows = async (file: Buffer) => (await readWorkbook(file, limits)).map(({ rows }) => rows)

it('reads shared, inline and formula texts, numbers, dates, gaps and blank rows', async () => {
  const file = aWorkbook({
    'xl/worksheets/sheet1.xml': sheet(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>Lamp &amp; </t><t>shade</t></is></c><c r="C3" s="1"><v>46280</v></c><c r="D3"><v>0.30000000000000004</v></c>
        <c r="E3" t="str"><f>A1</f><v>computed</v></c><c r="F3" s="2"><v>46280.5</v></c><c r="G3"><v>1250.5</v></c></row>`),
    // The part with the texts comes after the sheet, as some programs write it.
    'xl/sharedStrings.xml': '<sst><si><t>ASIN</t></si><si><r><t>Ad </t></r><r><t>Fees</t></r><rPh><t>reading</t></rPh></si></sst>',
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]dd\\-mmm\\-yy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  })
  expect(await readRows(file)).toEqual([
    [['ASIN', 'Ad Fees'], [], ['Lamp & shade', '', '2026-09-15', '0.3', 'computed', '2026-09-15', '1250.5']],
  ])
})

it('returns the sheets in their order', async () => {
  const named = (name: string) => sheet(`<row><c t="inlineStr"><is><t>${name}</t></is></c></row>`)
  const file = aWorkbook({ 'xl/worksheets/sheet10.xml': named('tenth'), 'xl/worksheets/sheet2.xml': named('second') })
  expect(await readRows(file)).toEqual([[['second']], [['tenth']]])
})

it('names each sheet as the workbook does, and leaves other sheets unnamed', async () => {
  const parts = {
    'xl/worksheets/sheet1.xml': sheet('<row/>'),
    'xl/worksheets/sheet2.xml': sheet('<row/>'),
    'xl/worksheets/sheet3.xml': sheet('<row/>'),
  }
  const file = aWorkbook({
    ...parts,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="b" Target="worksheets/sheet1.xml"/>
      <Relationship Id="c" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook><sheets><sheet name="Orders &amp; more" r:id="a"/><sheet name="Earnings" r:id="b"/><sheet name="Styles" r:id="c"/></sheets></workbook>`,
  })
  expect((await readWorkbook(file, limits)).map(({ name }) => name)).toEqual(['Earnings', 'Orders & more', ''])
})

it('stops at the limit of unpacked bytes, even if the file claims smaller sizes', async () => {
  const bomb = aWorkbook({ 'xl/worksheets/sheet1.xml': sheet('<row/>'.padEnd(40_000_000, ' ')) })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(readWorkbook(bomb, limits)).rejects.toMatchObject({ failure: 'too-large' })

  // The header of the part claims a size of 10 bytes.
  const lying = Buffer.from(bomb)
  lying.writeUInt32LE(10, 22)
  await expect(readWorkbook(lying, limits)).rejects.toMatchObject({ failure: 'too-large' })
})

const sheets = (count: number, xml: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml]))
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const runs = `<r><t>${'x'.repeat(60)}</t></r>`

it.each([
  ['more rows', 'too-many-rows', sheets(1, sheet('<row/>'.repeat(1_001)))],
  ['a row far below', 'too-many-rows', sheets(1, sheet('<row r="900000000"/>'))],
  ['a far row in each of several sheets', 'too-many-sheet-rows', sheets(3, sheet('<row r="900"/>'))],
  ['more sheets', 'too-many-sheets', sheets(6, sheet('<row/>'))],
  ['a longer cell', 'cell-too-long', sheets(1, sheet(`<row>${text('x'.repeat(101))}</row>`))],
  [
    'a longer cell of several runs',
    'cell-too-long',
    { 'xl/sharedStrings.xml': `<sst><si>${runs.repeat(2)}</si></sst>`, ...sheets(1, sheet('')) },
  ],
  [
    'one text in too many cells',
    'too-large',
    { 'xl/sharedStrings.xml': `<sst><si>${runs}</si></sst>`, ...sheets(1, sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(84)}</row>`)) },
  ],
])('rejects a workbook with %s', async (_with, failure, parts) => {
  await expect(readWorkbook(aWorkbook(parts), limits)).rejects.toMatchObject({ failure })
})

it.each([
  ['without a sheet', aWorkbook({ 'readme.txt': 'hello' })],
  ['cut off', aWorkbook({ 'xl/worksheets/sheet1.xml': sheet('<row/>') }).subarray(0, 40)],
  ['with NUL', aWorkbook({ 'xl/worksheets/sheet1.xml': sheet('<row><c t="inlineStr"><is><t>\0</t></is></c></row>') })],
  ['of other bytes', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(500, 7))])],
])('rejects a file %s', async (_which, file) => {
  await expect(readWorkbook(file, limits)).rejects.toMatchObject({ failure: 'not-workbook' })
})

it('does not expand entities', async () => {
  const xml = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>${sheet('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')}`
  expect(await readRows(aWorkbook({ 'xl/worksheets/sheet1.xml': xml }))).toEqual([[['&b;']]])
})
