// Fails if an import breaks a rule of .dependency-cruiser.mjs, or if the files and subfolders of a folder import each
// other in a circle. dependency-cruiser's own folder rules miss two kinds of circles: through a file next to a folder,
// and through subfolders.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

const roots = ['apps', 'packages', 'harness', 'bench', 'faults', 'e2e', 'scripts']

/**
 * Imports that are allowed in a circle. The harness starts the apps, and tests of apps and packages use the harness.
 */
const exceptions = [{ from: /^(apps|packages)\//, to: /^harness\// }]

interface Import {
  from: string
  to: string
}

interface FolderCircle {
  /** Empty for the root of the repository. */
  folder: string
  /** Each import leads from one entry of the folder to the next entry. The last import leads back to the first. */
  imports: Import[]
}

/** Returns one circle for each folder that has circles. */
export function findFolderCircles(imports: readonly Import[]): FolderCircle[] {
  const byFolder = Map.groupBy(imports, findCommonFolder)
  return [...byFolder].flatMap(([folder, inside]) => {
    const circle = findCircle(folder, inside)
    return circle === undefined ? [] : [{ folder, imports: circle }]
  })
}

function findCommonFolder({ from, to }: Import): string {
  const [parts, others] = [from.split('/'), to.split('/')]
  return parts
    .slice(
      0,
      parts.findIndex((part, index) => part !== others[index]),
    )
    .join('/')
}

/** Returns the file of `folder` at this path, or the subfolder that contains the path. */
function toEntry(folder: string, path: string): string {
  return path.slice(folder === '' ? 0 : folder.length + 1).replace(/\/.*/, '/')
}

function findCircle(folder: string, imports: readonly Import[]): Import[] | undefined {
  let left = imports
  for (let before = -1; before !== left.length; ) {
    before = left.length
    // An entry that imports nothing is in no circle, so imports of this entry are removed.
    const importing = new Set(left.map(({ from }) => toEntry(folder, from)))
    left = left.filter(({ to }) => importing.has(toEntry(folder, to)))
  }
  const importByEntry = new Map(left.map((each) => [toEntry(folder, each.from), each]))
  const path = new Map<string, Import>()
  let entry = left[0] && toEntry(folder, left[0].from)
  while (entry !== undefined && !path.has(entry)) {
    const next = importByEntry.get(entry)
    if (next === undefined) return undefined
    path.set(entry, next)
    entry = toEntry(folder, next.to)
  }
  return entry === undefined ? undefined : [...path.values()].slice([...path.keys()].indexOf(entry))
}

function formatCircle({ folder, imports }: FolderCircle): string {
  const entries = imports.map(({ from }) => toEntry(folder, from))
  return [
    `error ${folder || 'The repository'} has a circle of imports: ${[...entries, entries[0]].join(' → ')}`,
    ...imports.map(({ from, to }) => `      ${from} imports ${to}`),
  ].join('\n')
}

function listImports({ modules }: ICruiseResult): Import[] {
  const isOwn = (path: string) => roots.some((root) => path.startsWith(`${root}/`))
  return modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => from !== to && isOwn(from) && isOwn(to))
    .filter(({ from, to }) => !exceptions.some((exception) => exception.from.test(from) && exception.to.test(to)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = await extractDepcruiseOptions(fileURLToPath(new URL('../.dependency-cruiser.mjs', import.meta.url)))
  const { output: result } = await cruise(
    roots.filter((root) => existsSync(root)),
    options,
  )
  if (typeof result === 'string') throw new Error('dependency-cruiser returned a report instead of its result')
  const { output: report, exitCode } = await format(result, { outputType: 'err' })
  const circles = findFolderCircles(listImports(result))
  console.log(report)
  for (const circle of circles) console.error(formatCircle(circle))
  process.exitCode = exitCode === 0 && circles.length === 0 ? 0 : 1
}
