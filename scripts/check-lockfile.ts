// The lockfile has every package for every platform. npm leaves out those it could not look up when it wrote the file (a registry that has
// only some platforms is enough), and `npm ci` then rejects the file everywhere. `--fix` adds the missing entries.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockedPackage>

/** The optional packages without an entry, each with the entry it should have. */
export function missingEntries(packages: LockedPackages): LockedPackages {
  const missing: LockedPackages = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (candidatePaths(path, name).some((candidate) => packages[candidate] !== undefined)) continue
      missing[`node_modules/${name}`] = { version, optional: true, ...platformOf(name), ...(dev ? { dev } : {}) }
    }
  }
  return missing
}

/** Where Node looks for a dependency of `path`, nearest first. */
function candidatePaths(path: string, name: string): string[] {
  const folders = path.split('/node_modules/')
  const above = folders.map((_folder, index) => folders.slice(0, folders.length - index).join('/node_modules/'))
  return [...above.filter((folder) => folder !== '').map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`]
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/** The names of native packages have their platform: `cli-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const [os, cpu] = [systems.find((word) => words.includes(word)), processors.find((word) => words.includes(word))]
  const libc =
    os === 'linux' && (words.some((word) => word.startsWith('musl')) ? 'musl' : words.some((word) => word.startsWith('gnu')) ? 'glibc' : '')
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = missingEntries(lock.packages)
  const names = Object.keys(missing)
  if (process.argv.includes('--fix')) {
    const packages = { ...lock.packages, ...missing }
    lock.packages = Object.fromEntries(
      Object.keys(packages)
        .sort()
        .map((path) => [path, packages[path]]),
    )
    writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  } else if (names.length > 0) {
    console.error(`package-lock.json lacks ${names.join(', ')}. Run \`node scripts/check-lockfile.ts --fix\`.`)
    process.exitCode = 1
  }
}
