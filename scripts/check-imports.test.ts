import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findFolderCircles } from './check-imports.ts'

const script = join(import.meta.dirname, 'check-imports.ts')
const tree = mkdtempSync(join(tmpdir(), 'linkshelf-circles-'))

afterAll(() => rmSync(tree, { recursive: true, force: true }))

it.each<{ title: string; imports: [from: string, to: string][]; circles: string[] }>([
  {
    title: 'two folders that import each other',
    imports: [
      ['links/write/slugs.ts', 'links/aliases/alias-table.ts'],
      ['links/aliases/aliases.ts', 'links/write/create-link.ts'],
    ],
    circles: ['links'],
  },
  {
    title: 'a folder and a file beside it',
    imports: [
      ['links/list/link-list.ts', 'links/link-queries.ts'],
      ['links/link-queries.ts', 'links/list/link-filter.ts'],
    ],
    circles: ['links'],
  },
  {
    title: 'folders that import subfolders of each other',
    imports: [
      ['a/deep/one.ts', 'b/deep/one.ts'],
      ['b/other/two.ts', 'c/deep/one.ts'],
      ['c/one.ts', 'a/other/two.ts'],
    ],
    circles: [''],
  },
  {
    title: 'an index that imports what is below it',
    imports: [
      ['links/index.ts', 'links/write/create-link.ts'],
      ['links/write/create-link.ts', 'links/tables/link-table.ts'],
      ['links/write/create-link.ts', 'links/rules.ts'],
    ],
    circles: [],
  },
  {
    title: 'an entry that a circle imports, and one that imports it',
    imports: [
      ['start.ts', 'a/one.ts'],
      ['a/one.ts', 'b/one.ts'],
      ['b/two.ts', 'a/two.ts'],
      ['b/two.ts', 'end.ts'],
    ],
    circles: [''],
  },
])('finds the circles of $title', ({ imports, circles }) => {
  const found = findFolderCircles(imports.map(([from, to]) => ({ from, to })))
  expect(found.map(({ folder }) => folder)).toEqual(circles)
  for (const { imports: circle } of found) expect(circle.length).toBeGreaterThan(1)
})

it('fails with every import of a circle, type-only imports included, and lets tests of apps use the harness', () => {
  const sources = {
    'apps/server/src/links/write/slugs.ts': "import type { Alias } from '../aliases/alias-table.ts'",
    'apps/server/src/links/write/create-link.ts': 'export type Link = 1',
    'apps/server/src/links/aliases/alias-table.ts': 'export type Alias = 1',
    'apps/server/src/links/aliases/aliases.ts': "import '../write/create-link.ts'",
    'apps/server/vitest.config.ts': "import '../../harness/open-browser.ts'",
    'harness/open-browser.ts': 'export const browser = 1',
    'harness/run-server.ts': "import '../apps/server/src/links/write/create-link.ts'",
  }
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), source)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: tree, encoding: 'utf8' })
  expect(stdout).toContain('no dependency violations')
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    expect.stringMatching(
      /^error apps\/server\/src\/links has a circle of imports: (write\/ → aliases\/ → write\/|aliases\/ → write\/ → aliases\/)$/,
    ),
    expect.stringMatching(/ imports /),
    expect.stringMatching(/ imports /),
  ])
  expect(stderr).toContain('links/write/slugs.ts imports apps/server/src/links/aliases/alias-table.ts')
  expect(status).toBe(1)
})
