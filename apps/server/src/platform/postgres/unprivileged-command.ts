import { spawnSync } from 'node:child_process'
import { chmod, chown } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../process/start-error.ts'

/**
 * Returns the command that runs the rest of a command line as the user `nobody`, who then owns `directory`: PostgreSQL
 * does not run as root. Empty when this process is not root. Throws a StartError when `nobody` can't run the binaries
 * or write the directory.
 */
export async function unprivilegedCommand(directory: string, binaries: string, env: Record<string, string>): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim() || Number.NaN))
  if (!uid || !gid)
    throw new StartError('PostgreSQL refuses to run as root and there is no user "nobody" to run it as. Start as an ordinary user.')
  await chown(directory, uid, gid)
  await chmod(directory, 0o700)

  const plain = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Only root can enter a clone under /root, so the server keeps the one capability that lets it through.
  const throughClosedDirectories = [...plain, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const command = [plain, throughClosedDirectories].find((candidate) => canRun(candidate, directory, binaries, env))
  if (command !== undefined) return command
  throw new StartError(
    `PostgreSQL refuses to run as root, and the user "nobody" can't reach ${directory}. Start as an ordinary user, move the folder (LINKSHELF_DATA), or set DATABASE_URL.`,
  )
}

/** initdb finds its companions by access(2), which checks the real user: what it finds, the server can run. */
function canRun(command: string[], directory: string, binaries: string, env: Record<string, string>): boolean {
  const script = 'test -w "$1" && "$2" --show -D "$1/cluster"'
  const [file = '', ...args] = [...command, 'sh', '-c', script, 'sh', directory, join(binaries, 'bin', 'initdb')]
  return spawnSync(file, args, { env, cwd: '/', stdio: 'ignore' }).status === 0
}
