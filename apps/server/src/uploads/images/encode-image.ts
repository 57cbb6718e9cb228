import {
  avatarSides,
  iconSides,
  type OrganizationId,
  pictureMaxHeight,
  pictureWidths,
  type UploadPurpose,
  type UserId,
  uploadMaxPixels,
} from '@linkshelf/contract'
import { runLimited } from '../../access/index.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import { type EncodedFile, type EncodeTask, encodeInChild, type LogoTask, type SocialTask } from './encode-in-child.ts'
import type { PictureLook } from './picture-look.ts'
import { isIco, readIco } from './read-ico.ts'

/**
 * Encodes one image at a time in the whole process, because this limits the use of memory and cores. A queued image has
 * no pixels in memory yet. The owners of queued images take turns.
 */
const limiter = createConcurrencyLimiter({ width: 1, queueLength: 24, perKey: { width: 1, queueLength: 8 } })
/** A full queue is finished after about this time. */
const retryAfterSeconds = 5

/**
 * The maximum memory of the encoder process. It needs about 80 MB before it decodes anything. The largest allowed
 * picture needs 130 MB more if it is rotated, and 260 MB more if it is interlaced.
 */
const maxMemoryBytes = 450_000_000
const limits = { maxPixels: uploadMaxPixels, maxMemoryBytes }
const ofPictures = { kind: 'pictures', widths: pictureWidths, maxHeight: pictureMaxHeight, ...limits } as const

export interface PictureTurn {
  /** The organization or user that uses the slot. If undefined, the picture belongs to the instance. */
  owner?: OrganizationId | UserId
  /** Whether a background job encodes the picture. A job is never rejected because the queue is full: it waits. */
  isJob?: boolean
}

/**
 * Returns the files of a picture or an icon, smallest first. Undefined if the bytes are no picture. Throws
 * TOO_MANY_REQUESTS if the queue is full, but not in a job.
 */
export async function encodeImage(bytes: Buffer, purpose: UploadPurpose, turn: PictureTurn): Promise<EncodedFile[] | undefined> {
  if (purpose === 'icon') return encodeInTurn({ kind: 'icon', sides: Object.values(iconSides), bytes, ...limits }, turn)
  return encodeInTurn({ ...ofPictures, bytes, format: 'webp' }, turn)
}

/**
 * Returns the file of a QR code's logo. Undefined if the bytes are no picture. Throws TOO_MANY_REQUESTS if the queue is
 * full, but not in a job.
 */
export async function encodeLogo(task: Omit<LogoTask, 'kind'>, turn: PictureTurn): Promise<Buffer | undefined> {
  return (await encodeInTurn({ ...task, kind: 'logo' }, turn))?.[0]?.bytes
}

const ofSiteIcon = { kind: 'logo', side: 64, maxBytes: 40_000, maxPixels: 1_100_000, maxMemoryBytes: 200_000_000 } as const

/** Returns another site's icon as PNG, also from an ICO file; undefined if the file is no picture. Runs as a job. */
export async function encodeSiteIcon(file: Buffer): Promise<Buffer | undefined> {
  const bytes = isIco(file) ? readIco(file, ofSiteIcon.side) : file
  const icon = bytes && (await encodeInTurn({ ...ofSiteIcon, bytes }, { isJob: true }))?.[0]?.bytes
  return icon !== undefined && icon.length <= ofSiteIcon.maxBytes ? icon : undefined
}

/**
 * Returns the square files of a user's picture, smallest first. Undefined if the bytes are no picture. Throws
 * TOO_MANY_REQUESTS if the queue is full.
 */
export async function encodeAvatar(bytes: Buffer, owner: UserId): Promise<EncodedFile[] | undefined> {
  return encodeInTurn({ kind: 'avatar', sides: avatarSides, bytes, ...limits }, { owner })
}

/** Returns a picture's files as AVIF. Call this for one picture at a time, because encoding takes seconds. */
export async function encodeAvif(bytes: Buffer): Promise<EncodedFile[] | undefined> {
  return encodeInChild({ ...ofPictures, bytes, format: 'avif' }, { maxProcessorMs: 120_000, niceness: 19 })
}

/** The width in pixels to which a picture is reduced before its look is found. A look needs no more pixels. */
const lookWidth = 640

/** Returns the look of a stored picture; undefined if the bytes are no picture. Call this for one picture at a time. */
export async function findPictureLook(bytes: Buffer): Promise<PictureLook | undefined> {
  const files = await encodeInChild({ ...ofPictures, widths: [lookWidth], bytes, format: 'webp' }, { niceness: 19 })
  return files?.at(-1)?.look
}

async function encodeInTurn(task: Exclude<EncodeTask, SocialTask>, { owner, isJob }: PictureTurn): Promise<EncodedFile[] | undefined> {
  if (!isSupportedImage(task.bytes)) return undefined
  return runLimited(limiter, () => encodeInChild(task), { key: owner, ignoresQueueLength: isJob, retryAfterSeconds })
}

/**
 * Returns whether the first bytes are the start of a PNG, JPEG, GIF or WebP (in RIFF). SVG can refer to any address, so
 * it never reaches the decoder.
 */
function isSupportedImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'].some((start) => head.startsWith(start))
}
