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
 * The whole process shares one limiter, because it limits the machine's memory and cores. A queued image has
 * no pixels in memory yet. Owners get the slot in turns.
 */
const limiter = createConcurrencyLimiter({ width: 1, queueLength: 24, perKey: { width: 1, queueLength: 8 } })
/** About as long as a full queue takes. */
const retryAfterSeconds = 5

/**
 * A process takes some 80 MB before it decodes anything. The largest allowed picture takes 130 MB more when it has to
 * be turned, and 260 MB when it is interlaced.
 */
const maxMemoryBytes = 450_000_000
const limits = { maxPixels: uploadMaxPixels, maxMemoryBytes }
const ofPictures = { kind: 'pictures', widths: pictureWidths, maxHeight: pictureMaxHeight, ...limits } as const

export interface PictureTurn {
  /** The organization or user whose turn it is. A picture without one is the process's own. */
  owner?: OrganizationId | UserId
  /** A background job waits for its turn, however many pictures wait before it. */
  isJob?: boolean
}

/**
 * The files of a picture or an icon, smallest first. Undefined for bytes that are no picture. Throws TOO_MANY_REQUESTS
 * when the queue is full, but not in a job.
 */
export async function encodeImage(bytes: Buffer, purpose: UploadPurpose, turn: PictureTurn): Promise<EncodedFile[] | undefined> {
  if (purpose === 'icon') return encode({ kind: 'icon', sides: Object.values(iconSides), bytes, ...limits }, turn)
  return encode({ ...ofPictures, bytes, format: 'webp' }, turn)
}

/** The file of the logo of a QR code; undefined and errors as for a picture. */
export async function encodeLogo(task: Omit<LogoTask, 'kind'>, turn: PictureTurn): Promise<Buffer | undefined> {
  return (await encode({ ...task, kind: 'logo' }, turn))?.[0]?.bytes
}

const ofSiteIcon = { kind: 'logo', side: 64, maxBytes: 40_000, maxPixels: 1_100_000, maxMemoryBytes: 200_000_000 } as const

/** The PNG of the icon of another site, also of an icon file, in a job; undefined as for a picture. */
export async function encodeSiteIcon(file: Buffer): Promise<Buffer | undefined> {
  const bytes = isIco(file) ? readIco(file, ofSiteIcon.side) : file
  const icon = bytes && (await encode({ ...ofSiteIcon, bytes }, { isJob: true }))?.[0]?.bytes
  return icon !== undefined && icon.length <= ofSiteIcon.maxBytes ? icon : undefined
}

/** The square files of a user's picture, smallest first; undefined and errors as for a picture. */
export async function encodeAvatar(bytes: Buffer, owner: UserId): Promise<EncodedFile[] | undefined> {
  return encode({ kind: 'avatar', sides: avatarSides, bytes, ...limits }, { owner })
}

/** The files of a picture as AVIF. Takes seconds; call it for one picture at a time. */
export async function encodeAvif(bytes: Buffer): Promise<EncodedFile[] | undefined> {
  return encodeInChild({ ...ofPictures, bytes, format: 'avif' }, { maxProcessorMs: 120_000, niceness: 19 })
}

/** About as many pixels as a look needs. */
const lookWidth = 640

/** The look of a stored picture; undefined as for a picture. Call it for one picture at a time. */
export async function findPictureLook(bytes: Buffer): Promise<PictureLook | undefined> {
  const files = await encodeInChild({ ...ofPictures, widths: [lookWidth], bytes, format: 'webp' }, { niceness: 19 })
  return files?.at(-1)?.look
}

async function encode(task: Exclude<EncodeTask, SocialTask>, { owner, isJob }: PictureTurn): Promise<EncodedFile[] | undefined> {
  if (!isSupportedImage(task.bytes)) return undefined
  return runLimited(limiter, () => encodeInChild(task), { key: owner, ignoresQueueLength: isJob, retryAfterSeconds })
}

/**
 * The first bytes of PNG, JPEG and GIF, and of a RIFF file that is WebP. SVG, which can refer to anything,
 * never reaches the decoder.
 */
function isSupportedImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'].some((start) => head.startsWith(start))
}
