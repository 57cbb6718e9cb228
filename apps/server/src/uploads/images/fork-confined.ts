import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Loading sharp reads these packages: itself, its native parts and its dependencies. */
const packages = ['sharp', '@img', 'detect-libc', 'semver']
const [modulesFolder] = fileURLToPath(import.meta.resolve('sharp')).split(/(?<=[\\/]node_modules[\\/])/)
const manifest = fileURLToPath(new URL('../../../package.json', import.meta.url))

/**
 * Forks a program that can load sharp, under Node's permission model: it reads those packages and itself, and writes no
 * file, starts no process or thread and opens no connection. It gets no environment variables. The model does not bind
 * native code, which is why memory and time are limited as well.
 */
export function forkConfined(program: string): ChildProcess {
  const readable = [program, manifest, ...packages.map((name) => `${modulesFolder}${name}/*`)]
  const execArgv = ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)]
  return fork(program, { serialization: 'advanced', env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}
