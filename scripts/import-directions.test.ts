import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The test creates a tree of small files, and checks it once with the repository's own configuration. A file that
// breaks a rule is named after the rule.

const root = join(import.meta.dirname, '..')
const server = 'apps/server/src'
const web = 'apps/web/src'

const targets = [
  `${server}/access/index.ts`,
  `${server}/access/context.ts`,
  `${server}/clicks/index.ts`,
  `${server}/clicks/visitors.ts`,
  `${server}/clicks/journal/index.ts`,
  `${server}/stores/migrate.ts`,
  `${server}/links/link-table.ts`,
  `${server}/edge/index.ts`,
  `${server}/unlisted/index.ts`,
  `${server}/api.ts`,
  `${server}/processes/api-process.ts`,
  `${server}/platform/http/listen.ts`,
  `${server}/platform/postgres/with-scope.ts`,
  `${web}/ui/screen.tsx`,
  `${web}/api.ts`,
  `${web}/routes.tsx`,
  `${web}/features/links/link-queries.ts`,
  `${web}/features/analytics/analytics-queries.ts`,
  `${web}/features/labels/label-queries.ts`,
  `${web}/features/unlisted/unlisted-queries.ts`,
  `${web}/screens/links-screen.tsx`,
  'packages/contract/src/index.ts',
  'packages/contract/src/basics.ts',
  'packages/contract/src/call.ts',
  'packages/retailers/src/index.ts',
  'packages/retailers/src/reports.ts',
  'packages/retailers/src/page-errors.ts',
  'packages/storefront/src/index.ts',
  'node_modules/react/index.js',
]

const allowed: [path: string, source: string][] = [
  [`${server}/links/create-link.ts`, "import '../access/index.ts'; import './link-table.ts'; import '../platform/http/listen.ts'"],
  [`${server}/edge/edge.ts`, "import '../clicks/visitors.ts'; import '../../../../packages/contract/src/basics.ts'"],
  [`${server}/earnings/report.ts`, "import '../../../../packages/retailers/src/reports.ts'"],
  [`${server}/links/health.ts`, "import '../../../../packages/retailers/src/page-errors.ts'"],
  [`${server}/databases/database.ts`, "import '../stores/migrate.ts'"],
  [`${server}/jobs.ts`, "import './links/index.ts'; import './processes/api-process.ts'"],
  [`${server}/links/index.ts`, "export * from './create-link.ts'"],
  [`${server}/access/cycle-b.ts`, "import type { A } from './cycle-a.ts'"],
  [`${web}/screens/link-screen.tsx`, "import { type Q } from '../features/links/link-queries.ts'; export const screen = <p />"],
  [`${web}/features/links/link-card.tsx`, "import '../../ui/screen.tsx'; import '../../api.ts'; import '../labels/label-queries.ts'"],
  ['packages/contract/src/links/links.ts', "import '../call.ts'; import '../../../retailers/src/index.ts'"],
  ['packages/storefront/src/page.tsx', "import '../../contract/src/index.ts'; import 'react'"],
]

const forbidden: [path: string, source: string, ...rules: string[]][] = [
  [`${server}/links/past-index.ts`, "import '../access/context.ts'", 'only-through-index'],
  [`${server}/links/past-index-type.ts`, "import type { Context } from '../access/context.ts'", 'only-through-index'],
  [`${server}/edge/past-index-deep.ts`, "import '../clicks/journal/index.ts'", 'only-through-index'],
  [`${server}/links/using.ts`, "await using a = b\nvoid import('../access/context.ts')", 'only-through-index'],
  [`${server}/links/type-of.ts`, "type A = typeof import('../access/context.ts')", 'only-through-index'],
  [`${server}/start.ts`, "import './links/link-table.ts'", 'composed-through-index'],
  [`${server}/processes/edge-process.ts`, "export { a } from '../links/link-table.ts'", 'only-through-index'],
  [`${server}/edge/past-visitors.ts`, "import '../clicks/index.ts'", 'edges-load-their-part'],
  [`${server}/links/not-allowed.ts`, "import '../edge/index.ts'", 'links-imports-only-allowed-modules'],
  [`${server}/links/composition.ts`, "import '../api.ts'", 'modules-know-no-composition'],
  [`${server}/links/process.ts`, "import '../processes/api-process.ts'", 'modules-know-no-composition'],
  [`${server}/links/outside.ts`, "import '../../../../packages/contract/src/call.ts'", 'server-imports-only-packages'],
  [`${server}/links/own-transaction.ts`, "import '../platform/postgres/with-scope.ts'", 'transactions-through-access'],
  [`${server}/links/unlisted.ts`, "import '../unlisted/index.ts'", 'module-is-listed'],
  [`${server}/platform/jobs.ts`, "import '../access/index.ts'", 'platform-knows-no-module'],
  [`${server}/access/nowhere.ts`, "import './gone.ts'", 'resolvable'],
  [`${server}/access/cycle-a.ts`, "import type { B } from './cycle-b.ts'", 'no-cycles'],
  [`${web}/features/links/later-feature.ts`, "import '../analytics/analytics-queries.ts'", 'links-imports-only-features-before-it'],
  [`${web}/features/labels/later-feature.ts`, "import '../links/link-queries.ts'", 'labels-imports-only-features-before-it'],
  [`${web}/features/links/unlisted-feature.ts`, "import '../unlisted/unlisted-queries.ts'", 'feature-is-listed'],
  [`${web}/features/links/screen.ts`, "import type { S } from '../../screens/links-screen.tsx'", 'features-below-screens'],
  [`${web}/screens/routes.ts`, "import '../routes.tsx'", 'screens-below-routes'],
  [`${web}/features/links/reports.ts`, "import '../../../../../packages/retailers/src/reports.ts'", 'web-imports-only-packages'],
  [`${web}/ui/feature.ts`, "import '../features/links/link-queries.ts'", 'ui-has-no-product-words'],
  [`${web}/ui/api.ts`, "import '../api.ts'", 'ui-has-no-product-words'],
  [`${web}/server.ts`, "import '../../server/src/api.ts'", 'web-imports-only-packages'],
  ['packages/contract/src/files.ts', "import 'node:fs'", 'packages-run-in-browsers'],
  ['packages/contract/src/up.ts', "import '../../storefront/src/index.ts'", 'contract-is-lowest', 'packages-stay-inside'],
  ['packages/retailers/src/up.ts', "import '../../contract/src/index.ts'", 'retailers-import-nothing'],
  ['packages/contract/src/screen.ts', "import 'react'", 'contract-is-plain'],
]

const tree = mkdtempSync(join(tmpdir(), 'linkshelf-imports-'))
let found: Map<string, string[]>

beforeAll(async () => {
  for (const path of targets) write(path, 'export type A = 1')
  for (const [path, source] of [...allowed, ...forbidden]) write(path, source)
  found = await findViolations(tree)
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

it.each(forbidden)('%s must not contain %s', (path, _source, ...rules) => {
  expect(found.get(path)?.toSorted()).toEqual(rules)
})

it('allows everything else', () => {
  expect([...found.keys()].toSorted()).toEqual(forbidden.map(([path]) => path).toSorted())
})

function write(path: string, source: string): void {
  mkdirSync(join(tree, dirname(path)), { recursive: true })
  writeFileSync(join(tree, path), source)
}

/** Returns the names of the broken rules by file. */
async function findViolations(folder: string): Promise<Map<string, string[]>> {
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'apps', 'packages']
  const output = await new Promise<string>((resolve) => {
    // The exit code is the number of violations, so the error is ignored.
    execFile(join(root, 'node_modules/.bin/depcruise'), args, { cwd: folder, maxBuffer: 50_000_000 }, (_error, stdout) => resolve(stdout))
  })
  const { violations } = JSON.parse(output).summary as { violations: { from: string; rule: { name: string } }[] }
  return new Map(
    Object.entries(Object.groupBy(violations, ({ from }) => from)).map(([from, of]) => [from, of?.map(({ rule }) => rule.name) ?? []]),
  )
}
