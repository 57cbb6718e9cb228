import { expect, it } from 'vitest'
import { retailerIds, retailerNames } from '../packages/retailers/src/index.ts'
import { findings } from './check-retailers.ts'

const listMessages = (source: string) => findings('a.tsx', source).map(({ line, message }) => `${line} ${message}`)

it.each([
  "if (retailer === 'aliexpress') stop()",
  "switch (retailer) { case 'aliexpress': stop() }",
  "const retailers = ['aliexpress']",
  "const shown = found ?? 'aliexpress'",
  "type Retailer = 'aliexpress'",
])('finds the id of a retailer in %s', (source) => {
  expect(listMessages(`\n${source}`)).toEqual(["2 contains the id 'aliexpress'"])
})

it.each(["shop.startsWith('ebay.')", "report === 'ebay_transactions'"])('finds %s', (source) => {
  expect(listMessages(source)).toHaveLength(1)
})

it.each([
  'const forms = { amazon: AmazonForm, ebay: EbayForm, aliexpress: AliexpressForm }',
  "function tagsOf(integration: Integrations['amazon']) {}",
  'const amazon = integrations.amazon',
  "const text = 'Amazon pays for this page'",
  "const keywords = 'amazonas'",
])('accepts %s', (source) => {
  expect(listMessages(source)).toEqual([])
})

it('finds a text that names some retailers, but not all', () => {
  const all = retailerIds.map((id) => retailerNames[id])
  const some = all.slice(1).join(' and ')

  expect(listMessages(`const text = '${some}'`)).toEqual([`1 names retailers, but not ${all[0]}: ${some}`])
  expect(listMessages(`const text = \`Files of ${some} and \${name}\``)).toHaveLength(1)
  expect(listMessages(`const text = <p>Files of ${some}</p>`)).toHaveLength(1)
  expect(listMessages(`const text = <p>Files of ${all.join(', ')}</p>`)).toEqual([])
})
