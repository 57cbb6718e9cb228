import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A program that builds the image of the Containerfile and runs containers of it. */
export interface ContainerEngine {
  /** Returns the size of the image in bytes. */
  build(): Promise<number>
  start(options: ContainerOptions): Promise<Container>
  /** Removes containers and volumes. Also removes the image if this run built it. */
  close(): Promise<void>
}

export interface ContainerOptions {
  /** `uid:gid`. By default, the image's user and group. */
  user?: string
  /** Containers with the same name here share a volume. */
  volume: string
  environment: Record<'PORT' | 'LINKS_PORT', string>
}

export interface Container {
  /** Runs a command in the container, as its user. */
  execute(command: readonly string[]): Outcome
  /** Ends all processes of the container immediately with SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM to the container's first process. Returns the exit code. */
  stop(): Promise<number | null>
  hasEnded(): boolean
  output(): string
}

export interface Outcome {
  code: number | null
  output: string
}

export const engineNames = ['docker', 'podman', 'buildah'] as const
export type EngineName = (typeof engineNames)[number]

/**
 * Chooses Docker if its service answers. If it does not, chooses Buildah for root, because Buildah needs no service and
 * no cgroups. If Buildah can't be used, chooses Podman. Returns undefined if no engine works.
 */
export function chooseEngine(isRoot: boolean, works: (command: readonly string[]) => boolean): EngineName | undefined {
  if (works(['docker', 'info'])) return 'docker'
  if (isRoot && ['buildah', 'mmdebstrap', 'unshare', 'nsenter'].every((tool) => works([tool, '--version']))) return 'buildah'
  if (works(['podman', 'info'])) return 'podman'
  return undefined
}

export function works([file = '', ...args]: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0
}

/** Runs a command and returns its standard output. Throws if the command fails. */
export function run([file = '', ...args]: readonly string[]): string {
  const { status, stdout, error } = spawnSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`${file} ${args[0]} failed: ${error?.message ?? `exit code ${status}`}`)
  return stdout.trim()
}

/** Runs a command and returns its exit code and output. Does not throw if the command fails. */
export function attempt([file = '', ...args]: readonly string[]): Outcome {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return { code: status, output: error?.message ?? `${stdout}${stderr}` }
}

/**
 * Returns arguments that pass npm's settings and this machine's certificate authorities to the build as secrets, so
 * that no layer contains a secret.
 */
export function buildSecrets(environment: Record<string, string | undefined>): string[] {
  const files = { npmrc: join(environment.HOME ?? homedir(), '.npmrc'), certificates: environment.NODE_EXTRA_CA_CERTS ?? '' }
  return Object.entries(files).flatMap(([id, file]) => (existsSync(file) ? ['--secret', `id=${id},src=${file}`] : []))
}
