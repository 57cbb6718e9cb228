// Checks that the lockfile has every package for every platform, each with the hash that `npm ci` compares a download
// with. npm omits packages that it could not look up when it wrote the file, for example if the registry has only some
// platforms. If an entry is missing, `npm ci` rejects the file on every machine. If a hash is missing, `npm ci`
// installs whatever it receives. `--fix` adds missing entries, and hashes if the registry has them.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Packages for other platforms whose hash could not be looked up, as `name@version`. The check fails if such a package
 * is not in this list, and if a listed package has a hash.
 */
const exceptionsFile = new URL('./lockfile-exceptions.json', import.meta.url)

interface LockedPackage {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockedPackage>

/** Returns the missing entries of optional packages, by path. */
export function findMissingEntries(packages: LockedPackages): LockedPackages {
  const missing: LockedPackages = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (listCandidatePaths(path, name).some((candidate) => packages[candidate] !== undefined)) continue
      missing[`node_modules/${name}`] = { version, optional: true, ...parsePlatform(name), ...(dev ? { dev } : {}) }
    }
  }
  return missing
}

/** Returns the paths where Node searches for a dependency of `path`, nearest first. */
function listCandidatePaths(path: string, name: string): string[] {
  const folders = path.split('/node_modules/')
  const above = folders.map((_folder, index) => folders.slice(0, folders.length - index).join('/node_modules/'))
  return [...above.filter((folder) => folder !== '').map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`]
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/** Returns the platform of a native package, which is part of its name, for example `cli-linux-x64-musl`. */
function parsePlatform(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const [os, cpu] = [systems.find((word) => words.includes(word)), processors.find((word) => words.includes(word))]
  const libc =
    os === 'linux' && (words.some((word) => word.startsWith('musl')) ? 'musl' : words.some((word) => word.startsWith('gnu')) ? 'glibc' : '')
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) }
}

/** Returns the packages from a registry that have no hash, by path: `name@version`. */
export function findPackagesWithoutHash(packages: LockedPackages): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, { version, integrity, link }] of Object.entries(packages)) {
    const start = path.lastIndexOf('node_modules/')
    if (start >= 0 && !link && integrity === undefined) found.set(path, `${path.slice(start + 'node_modules/'.length)}@${version}`)
  }
  return found
}

/** Returns the problems of the lockfile, one sentence each. */
export function findProblems(packages: LockedPackages, exceptions: readonly string[]): string[] {
  const missing = Object.keys(findMissingEntries(packages))
  const unhashed = [...findPackagesWithoutHash(packages)].filter(([, name]) => !exceptions.includes(name))
  const required = [...findPackagesWithoutHash(packages).keys()].filter((path) => !packages[path]?.optional)
  const outdated = exceptions.filter((name) => ![...findPackagesWithoutHash(packages).values()].includes(name))
  return [
    ...missing.map((path) => `package-lock.json lacks ${path}.`),
    ...unhashed.map(([, name]) => `package-lock.json has no hash of ${name}.`),
    ...required.map((path) => `${path} is installed everywhere and needs a hash.`),
    ...outdated.map((name) => `lockfile-exceptions.json names ${name}, which needs no exception.`),
  ]
}

/** Returns the hash from the registry's metadata. Undefined if the registry does not have the package. */
function lookUpHash(name: string): string | undefined {
  try {
    return (
      execFileSync('npm', ['view', name, 'dist.integrity'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
    )
  } catch {
    return undefined
  }
}

function fix(packages: LockedPackages): LockedPackages {
  const all: LockedPackages = { ...packages, ...findMissingEntries(packages) }
  for (const [path, name] of findPackagesWithoutHash(all)) {
    const integrity = lookUpHash(name)
    if (integrity === undefined) continue
    const { version, ...rest } = all[path] ?? {}
    all[path] = { ...(version && { version }), integrity, ...rest }
  }
  const paths = Object.keys(all).sort()
  return Object.fromEntries(paths.map((path) => [path, all[path] ?? {}]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  if (process.argv.includes('--fix')) {
    lock.packages = fix(lock.packages)
    writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
    writeFileSync(exceptionsFile, `${JSON.stringify([...findPackagesWithoutHash(lock.packages).values()].sort(), null, 2)}\n`)
  } else {
    const problems = findProblems(lock.packages, JSON.parse(readFileSync(exceptionsFile, 'utf8')))
    if (problems.length > 0) {
      console.error(`${problems.join('\n')}\nRun \`node scripts/check-lockfile.ts --fix\`.`)
      process.exitCode = 1
    }
  }
}
