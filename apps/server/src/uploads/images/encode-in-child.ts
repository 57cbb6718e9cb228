import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '../../platform/process/process-limits.ts'

interface ProcessLimits {
  /** The maximum memory of the whole process. */
  maxMemoryBytes: number
}

interface Limits extends ProcessLimits {
  bytes: Uint8Array
  /** An image that declares more is rejected. */
  maxPixels: number
}

/** A task that makes one file per width that the image has, and one of its own width. */
export interface PicturesTask extends Limits {
  kind: 'pictures'
  widths: readonly number[]
  maxHeight: number
  format: 'webp' | 'avif'
}

/** Square PNG files. */
export interface IconTask extends Limits {
  kind: 'icon'
  sides: readonly number[]
}

/** Square WebP files, cropped. */
export interface AvatarTask extends Limits {
  kind: 'avatar'
  sides: readonly number[]
}

/** A task that makes one PNG. */
export interface LogoTask extends Limits {
  kind: 'logo'
  /** Largest side of the result, in pixels. */
  side: number
  maxBytes: number
}

/**
 * A task that makes one file with a logo, a title and a smaller text in the middle, beside a photograph if one is
 * given. Colors are `#rrggbb`.
 */
export interface SocialTask extends ProcessLimits {
  kind: 'social'
  width: number
  height: number
  fontFile: string
  title: string
  text: string
  background: string
  foreground: string
  accent: string
  /** A picture that was encoded here. */
  logo: Uint8Array | undefined
  /** Another picture that was encoded here. */
  photo?: Uint8Array | undefined
  format: 'png' | 'jpg'
}

export type EncodeTask = PicturesTask | IconTask | AvatarTask | LogoTask | SocialTask

export interface EncodedFile {
  width: number
  height: number
  bytes: Buffer
  /** The largest WebP file: it has the same pixels nearly without loss, for encoding them in another format. */
  master?: Buffer
}

const program = fileURLToPath(new URL('./encode-child.ts', import.meta.url))

/**
 * Decodes an image and encodes it anew in a confined process of its own: its memory is freed whole, and an image that
 * crashes the decoder crashes nothing else. By `niceness` redirects and queries come first (19: before everything
 * else). Undefined when the image can't be decoded, or takes too much memory or time.
 */
export async function encodeInChild(task: EncodeTask, { timeoutMs = 30_000, niceness = 10 } = {}): Promise<EncodedFile[] | undefined> {
  const child = forkConfined(program)
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const answer = Promise.withResolvers<EncodedFile[] | undefined>()
  child.once('error', answer.reject)
  child.once('message', (files: EncodedFile[] | null) => answer.resolve(files?.map(toFile)))
  child.once('exit', () => answer.resolve(undefined))
  if (child.pid !== undefined) lowerPriority(niceness, child.pid)
  child.send(task)
  try {
    return await answer.promise
  } finally {
    clearTimeout(timeout)
    child.kill('SIGKILL')
  }
}

/** Messages turn a Buffer into a Uint8Array. */
function toFile({ width, height, bytes, master }: EncodedFile): EncodedFile {
  return { width, height, bytes: Buffer.from(bytes), ...(master && { master: Buffer.from(master) }) }
}

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
