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
  /** The maximum number of pixels that an image may declare; otherwise it is rejected. */
  maxPixels: number
}

/** Creates a file for each width that is smaller than the image, and a file in the image's own width. */
export interface PicturesTask extends Limits {
  kind: 'pictures'
  widths: readonly number[]
  maxHeight: number
  format: 'webp' | 'avif'
}

export interface IconTask extends Limits {
  kind: 'icon'
  sides: readonly number[]
}

/** Creates square, cropped WebP files. */
export interface AvatarTask extends Limits {
  kind: 'avatar'
  sides: readonly number[]
}

export interface LogoTask extends Limits {
  kind: 'logo'
  /** The result's longest side in pixels. */
  side: number
  maxBytes: number
}

export interface DrawnType {
  /** Families separated by commas. A letter is taken from the first family that has it. */
  families: string
  weight: number
  /** The factor by which the text's size is multiplied. */
  scale: number
  /** The space added between letters, in em. */
  tracking: number
}

/**
 * Draws one file with a logo, a title and a smaller text, below a banner or next to photographs. Colors are `#rrggbb`.
 * All pictures in it must be files that this module has encoded.
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
  /** The photographs of the collage, at most four. */
  photos: readonly Uint8Array[]
  /** Whether only the first photograph is shown, uncropped. */
  isWhole?: boolean
  format: 'png' | 'jpg'
}

export type EncodeTask = PicturesTask | IconTask | AvatarTask | LogoTask | SocialTask

export interface EncodedFile {
  width: number
  height: number
  bytes: Buffer
  /** The nearly lossless pixels from which other formats are encoded. Only the largest WebP file has them. */
  master?: Buffer
  /** Only the largest WebP file has a look. */
  look?: PictureLook
}

/** Loading sharp reads these packages: sharp itself, its native parts and its dependencies. */
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

/** Kills a process that hangs without using processor time. */
const maxStallMs = 180_000

/**
 * Decodes an image and encodes it again in a confined process of its own, which frees all memory when it ends. If an
 * image crashes the decoder, only that process crashes. `niceness` lets redirects and queries run first (19 is the
 * lowest priority). Undefined if the image can't be decoded, or exceeds the memory or processor time. Time that the
 * process waits on a busy machine does not count as processor time.
 */
export async function encodeInChild(task: EncodeTask, { maxProcessorMs = 30_000, niceness = 10 } = {}): Promise<EncodedFile[] | undefined> {
  const child = forkConfined(imageProgram)
  const time = { maxStepMs: maxProcessorMs, maxTotalMs: maxProcessorMs, maxStallMs }
  const watch = limitProcess(child, { maxMemoryBytes: task.maxMemoryBytes, ...time })
  const answer = Promise.withResolvers<EncodedFile[] | undefined>()
  // A child can emit several errors, and an error without a listener would end this process.
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

/** Converts the bytes to Buffers, because messages between processes turn a Buffer into a Uint8Array. */
function toFile({ bytes, master, ...file }: EncodedFile): EncodedFile {
  return { ...file, bytes: Buffer.from(bytes), ...(master && { master: Buffer.from(master) }) }
}
