// Holds every import against the directions that rooms.ts and the layout allow.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { doors } from '../apps/server/src/module-imports.ts'

export interface SourceFile {
  path: string
  /** What it imports, as written. */
  imports: string[]
}

/** One sentence for each import that goes where it may not. */
export function wrongImports(files: SourceFile[], allowed: Record<string, readonly string[]>): string[] {
  const wrong = files.flatMap(({ path, imports }) =>
    imports.flatMap((name) => {
      const why = whyWrong(path, name, allowed)
      return why === undefined ? [] : [`${path} imports ${name}: ${why}`]
    }),
  )
  return [...wrong, ...circles(allowed)]
}

function whyWrong(path: string, name: string, allowed: Record<string, readonly string[]>): string | undefined {
  const target = name.startsWith('.') ? posix.join(posix.dirname(path), name) : undefined
  if (path.startsWith('packages/')) return whyWrongInPackage(path, name, target)
  if (target === undefined) return undefined
  if (path.startsWith('apps/server/src/')) return whyWrongInServer(path, target, allowed)
  if (path.startsWith('apps/web/src/')) return whyWrongInWeb(path, target)
  return undefined
}

function whyWrongInPackage(path: string, name: string, target: string | undefined): string | undefined {
  if (name.startsWith('node:')) return 'a package runs in browsers too'
  if (path.startsWith('packages/contract/') && /^(react|hono|pg|kysely)/.test(name)) return 'the contract knows no library but its own'
  if (target !== undefined && !target.startsWith(path.split('/').slice(0, 2).join('/'))) return 'a package does not reach out of itself'
  return undefined
}

function whyWrongInServer(path: string, target: string, allowed: Record<string, readonly string[]>): string | undefined {
  const [from, to] = [roomOf(path), roomOf(target)]
  if (!target.startsWith('apps/server/src/')) return 'the server does not reach out of its sources'
  if (from === to) return undefined
  if (to === undefined) return 'a room does not know the files that compose it'
  if (from === 'platform') return 'platform knows no room'
  if (to === 'platform') return undefined
  if (!target.endsWith(`/${to}/index.ts`)) return `${to} is entered by its door`
  if (from !== undefined && !allowed[from]?.includes(to)) return `${from} may not open the door of ${to}`
  return undefined
}

/** Folders that compose rooms, as the files beside them do. */
const composing = new Set(['processes', 'demo'])

/** The folder below `src`; undefined for what lies in `src` itself or composes rooms. */
function roomOf(path: string): string | undefined {
  const [first, ...rest] = path.slice('apps/server/src/'.length).split('/')
  return rest.length === 0 || composing.has(first ?? '') ? undefined : first
}

const webOrder = ['ui', 'features', 'screens', 'routes']

function whyWrongInWeb(path: string, target: string): string | undefined {
  const [from = '', fromRoom] = path.slice('apps/web/src/'.length).split('/')
  const [to = '', toRoom] = target.slice('apps/web/src/'.length).split('/')
  if (from === 'features' && to === 'features' && fromRoom !== toRoom) return 'a feature does not import a feature; a screen composes them'
  if (webOrder.includes(from) && webOrder.includes(to) && webOrder.indexOf(to) > webOrder.indexOf(from)) return `${from} may not know ${to}`
  return undefined
}

function circles(allowed: Record<string, readonly string[]>): string[] {
  return Object.keys(allowed).flatMap((room) => (reaches(room, room, allowed, new Set()) ? [`rooms.ts: ${room} comes back to itself`] : []))
}

function reaches(from: string, goal: string, allowed: Record<string, readonly string[]>, seen: Set<string>): boolean {
  return (allowed[from] ?? []).some((next) => {
    if (next === goal) return true
    if (seen.has(next)) return false
    seen.add(next)
    return reaches(next, goal, allowed, seen)
  })
}

function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((found) => found[1] ?? '')
}

function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], { encoding: 'utf8' }).split('\n')
  return listed
    .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(path))
    .map((path) => ({ path, imports: importsOf(readFileSync(path, 'utf8')) }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = wrongImports(sourceFiles(), doors)
  for (const sentence of wrong) console.error(sentence)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
