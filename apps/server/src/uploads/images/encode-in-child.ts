import { fileURLToPath } from 'node:url'
import { type ConfinedProgram, forkConfined } from '../../platform/process/confined/fork-confined.ts'
import { limitProcess } from '../../platform/process/confined/limit-process.ts'
import { lowerPriority } from '../../platform/process/process-limits.ts'

import type { PictureLook } from './picture-look.ts'

interface MemoryLimit {
  /** The maximum memory of the whole process. */
  maxMemoryBytes: number
}

interface Limits extends MemoryLimit {
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

/** How the letters of a text look. */
export interface DrawnType {
  /** Families separated by commas, in the order in which a letter is looked for. */
  families: string
  weight: number
  /** The size, as a share of that of the text. */
  scale: number
  /** The space that is added between letters, in em. */
  tracking: number
}

/**
 * A task that makes one file with a logo, a title and a smaller text, below a banner or beside photographs. Colors are
 * `#rrggbb`, and pictures were encoded here.
 */
export interface SocialTask extends MemoryLimit {
  kind: 'social'
  width: number
  height: number
  fontFiles: readonly string[]
  title: string
  titleType: DrawnType
  text: string
  textType: DrawnType
  background: string
  foreground: string
  accent: string
  logo: Uint8Array | undefined
  banner?: Uint8Array | undefined
  /** At most four. */
  photos: readonly Uint8Array[]
  /** Whether the first photograph is shown whole, instead of all of them cropped. */
  isWhole?: boolean
  format: 'png' | 'jpg'
}

export type EncodeTask = PicturesTask | IconTask | AvatarTask | LogoTask | SocialTask

export interface EncodedFile {
  width: number
  height: number
  bytes: Buffer
  /** The largest WebP file: it has the same pixels nearly without loss, for encoding them in another format. */
  master?: Buffer
  /** The largest WebP file has it. */
  look?: PictureLook
}

/** Loading sharp reads these packages: itself, its native parts and its dependencies. */
const packages = ['sharp', '@img', 'detect-libc', 'semver']
const [modulesFolder] = fileURLToPath(import.meta.resolve('sharp')).split(/(?<=[\\/]node_modules[\\/])/)

export const imageProgram: ConfinedProgram = {
  file: fileURLToPath(new URL('./encode-child.ts', import.meta.url)),
  readable: [
    fileURLToPath(new URL('../../../package.json', import.meta.url)),
    fileURLToPath(new URL('./picture-look.ts', import.meta.url)),
    fileURLToPath(new URL('./draw-social.ts', import.meta.url)),
    ...packages.map((name) => `${modulesFolder}${name}/*`),
  ],
  hasNativeParts: true,
}

/** Ends a process that hangs and uses no processor time. */
const maxStallMs = 180_000

/**
 * Decodes an image and encodes it anew in a confined process of its own: its memory is freed whole, and an image that
 * crashes the decoder crashes nothing else. By `niceness` redirects and queries come first (19: before everything
 * else). Undefined if the image can't be decoded, or takes too much memory or processor time. On a busy machine the
 * process waits longer than it works.
 */
export async function encodeInChild(task: EncodeTask, { maxProcessorMs = 30_000, niceness = 10 } = {}): Promise<EncodedFile[] | undefined> {
  const child = forkConfined(imageProgram)
  const time = { maxStepMs: maxProcessorMs, maxTotalMs: maxProcessorMs, maxStallMs }
  const watch = limitProcess(child, { maxMemoryBytes: task.maxMemoryBytes, ...time })
  const answer = Promise.withResolvers<EncodedFile[] | undefined>()
  // A child can emit several errors, and one without a listener would end this process.
  child.on('error', answer.reject)
  child.once('message', (files: EncodedFile[] | null) => answer.resolve(files?.map(toFile)))
  child.once('exit', () => answer.resolve(undefined))
  if (child.pid !== undefined) lowerPriority(niceness, child.pid)
  child.send(task, (error) => {
    if (error !== null) answer.reject(error)
  })
  try {
    return await answer.promise
  } finally {
    watch.release()
    child.kill('SIGKILL')
  }
}

/** Messages turn a Buffer into a Uint8Array. */
function toFile({ bytes, master, ...file }: EncodedFile): EncodedFile {
  return { ...file, bytes: Buffer.from(bytes), ...(master && { master: Buffer.from(master) }) }
}
