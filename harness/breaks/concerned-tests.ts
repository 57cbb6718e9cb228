// Finds the tests of a source file by imports.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** With more importing test files than this, only direct importers and tests of the file's own folder are chosen. */
const importersMax = 20

/** Scenes and journeys are named by the breaks, and tests of scripts read no product code. */
const otherProjects = /^(?:apps\/web\/scenes|e2e|scripts)\//

export interface ConcernedTests {
  /** Test files that import the source file, directly or through files of its module. */
  importers: string[]
  /** All test files of the module's folder. */
  ofModule: string[]
}

export function findConcernedTests(root: string, file: string): ConcernedTests {
  const sources = execFileSync('git', ['ls-files', 'apps', 'packages'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !otherProjects.test(path))
  const importersOf = indexImporters(root, sources)
  const module = moduleOf(root, file)
  const reached = new Set([file])
  for (const path of reached)
    for (const importer of importersOf.get(path) ?? []) if (importer.startsWith(module) && !isTest(importer)) reached.add(importer)

  const all = [...new Set([...reached].flatMap((path) => importersOf.get(path) ?? []))].filter(isTest)
  const direct = (importersOf.get(file) ?? []).filter(isTest)
  const besides = sources.filter((path) => isTest(path) && dirname(path) === dirname(file))
  return {
    importers: all.length > importersMax ? [...new Set([...direct, ...besides])] : all,
    ofModule: sources.filter((path) => isTest(path) && path.startsWith(module)),
  }
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** The folder of a file's module, such as `apps/server/src/links/`. */
function moduleOf(root: string, file: string): string {
  const [module = dirname(file)] = /^(?:apps\/web\/src\/(?:features|screens)\/[^/]+|(?:apps|packages)\/[^/]+\/src\/[^/]+)/.exec(file) ?? []
  return `${statSync(join(root, module)).isDirectory() ? module : dirname(module)}/`
}

function indexImporters(root: string, sources: readonly string[]): Map<string, string[]> {
  const importersOf = new Map<string, string[]>()
  for (const path of sources) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const target = join(dirname(path), imported)
      importersOf.set(target, [...(importersOf.get(target) ?? []), path])
    }
  }
  return importersOf
}
