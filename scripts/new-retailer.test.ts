import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

// The test adds a retailer to a copy of packages/retailers, and type-checks the product with that copy. If the compiler
// reports a missing property in a file, the author of a new retailer has to change that file.

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'new-retailer-'))
const copy = join(folder, 'packages/retailers/src')

afterAll(() => rmSync(folder, { recursive: true }))

/** Adds a retailer that differs from eBay only in its id and its kind of earnings file. */
function addRetailer(): void {
  cpSync(join(root, 'packages/retailers/src'), copy, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(copy, 'etsy'))
  const ebay = readFileSync(join(copy, 'ebay/index.ts'), 'utf8')
  writeFileSync(
    join(copy, 'etsy/index.ts'),
    ebay.replace('./markets.ts', '../ebay/markets.ts').replace('const ebay', 'const etsy').replace('ebay_transactions', 'etsy_sales'),
  )
  const retailers = readFileSync(join(copy, 'retailers.ts'), 'utf8')
  writeFileSync(
    join(copy, 'retailers.ts'),
    `import { etsy } from './etsy/index.ts'\n${retailers.replace('ebay, aliexpress }', 'ebay, aliexpress, etsy }')}`,
  )
}

interface Project {
  config: string
  include: string[]
  types: string
}

/** Returns the files in which the compiler reports a missing property. */
async function findMissing({ config, include, types }: Project): Promise<string[]> {
  const file = join(folder, `${types.replace('/', '-')}.json`)
  const compilerOptions = {
    paths: { '@linkshelf/retailers': [join(copy, 'index.ts')], '@linkshelf/retailers/*': [join(copy, '*.ts')] },
    types: [join(root, 'node_modules', types)],
  }
  const settings = {
    extends: join(root, config),
    compilerOptions,
    include: include.map((path) => join(root, path)),
    exclude: ['/**/*.test.*'],
  }
  writeFileSync(file, JSON.stringify(settings))
  const output = await new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', file], { cwd: root, maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout))
  })
  const missing = output.matchAll(/^(?:\S*?\/)?((?:apps|packages)\/\S+)\(\d+,\d+\): error TS(?:2739|2740|2741): /gm)
  return [...new Set(Array.from(missing, ([, path = '']) => path))].sort()
}

it('makes the compiler report every part that a new retailer needs', async () => {
  addRetailer()

  const server = { config: 'apps/server/tsconfig.json', include: ['apps/server/src', 'packages/contract/src'], types: '@types/node' }
  const web = { config: 'apps/web/tsconfig.json', include: ['apps/web/src', 'packages/storefront/src'], types: 'vite/client' }
  const places = [...new Set([...(await findMissing(server)), ...(await findMissing(web))])].sort()
  const readme = readFileSync(join(root, 'packages/retailers/README.md'), 'utf8')

  // If a file is missing from `places`, the compiler no longer reports it.
  expect(places).toEqual([
    'apps/server/src/api-reference/schema-names.ts',
    'apps/server/src/integrations/integration-settings.ts',
    'apps/server/src/integrations/integrations.ts',
    'apps/web/src/features/earnings/imports/earnings-import-kind.tsx',
    'apps/web/src/features/earnings/report-names.ts',
    'apps/web/src/features/integrations/integration-queries.ts',
    'apps/web/src/features/integrations/integration.tsx',
    'packages/contract/src/examples/request-examples.ts',
    'packages/contract/src/integrations/integration-settings.ts',
    'packages/contract/src/integrations/integrations.ts',
    'packages/contract/src/integrations/program-rules.ts',
    'packages/contract/src/integrations/stored-settings.ts',
    'packages/contract/src/stores/disclosures.ts',
    'packages/contract/src/youtube-channels/youtube-channel-states.ts',
    'packages/retailers/src/country-search.ts',
    'packages/retailers/src/page-errors.ts',
    'packages/retailers/src/picture-hosts.ts',
    'packages/retailers/src/recognize-url.ts',
    'packages/retailers/src/reports.ts',
    'packages/retailers/src/tag-url.ts',
  ])
  expect(places.filter((path) => !readme.includes(path.replace(/^.*?\/src\/(features\/)?/, '')))).toEqual([])
})
