// A child process for one uploaded image. It receives the image as a message, and responds with the files to store, or
// with null if the image can't be decoded.
import sharp, { type Sharp } from 'sharp'
import { drawSocial } from './draw-social.ts'
import type { AvatarTask, EncodedFile, EncodeTask, IconTask, LogoTask, PicturesTask } from './encode-in-child.ts'
import { findLook } from './picture-look.ts'

process.on('message', async (task: EncodeTask) => {
  // The decoder uses other threads, so this thread can watch the memory.
  setInterval(() => process.memoryUsage.rss() > task.maxMemoryBytes && process.exit(1), 5).unref()
  // The encoder has one thread, so that redirects can use the other cores.
  sharp.concurrency(1)
  // The bytes are the only input, so every error means that the bytes can't be decoded.
  process.send?.(await runTask(task).catch(() => null))
})

function runTask(task: EncodeTask): Promise<EncodedFile[]> {
  if (task.kind === 'social') return drawSocial(task)
  // The image is rotated upright and loses its metadata. Only an animation's first frame is used.
  const image = sharp(task.bytes, { limitInputPixels: task.maxPixels, failOn: 'error', pages: 1 }).autoOrient()
  if (task.kind === 'pictures') return encodePictures(image, task)
  if (task.kind === 'avatar') return encodeAvatarFiles(image, task)
  return task.kind === 'icon' ? encodeIconFiles(image, task) : encodeLogoFile(image, task)
}

const masterOptions = { quality: 95, smartSubsample: true, effort: 1 }

/**
 * Returns a file for each width. Decodes the image once, to the largest size, and creates the other sizes from the
 * result.
 */
async function encodePictures(image: Sharp, { widths, maxHeight, format }: PicturesTask): Promise<EncodedFile[]> {
  const { data, info } = await image
    .resize(Math.max(...widths), maxHeight, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: EncodedFile[] = []
  for (const width of [...widths.filter((each) => each < info.width), info.width]) {
    const height = Math.max(1, Math.round((width * info.height) / info.width))
    const resized = sharp(data, { raw }).resize(width, height, { fit: 'fill' })
    // AVIF at effort 2 takes a fifth of the default's time, and files are a few percent larger.
    const bytes = await (format === 'avif' ? resized.avif({ quality: 50, effort: 2 }) : resized.webp({ quality: 80 })).toBuffer()
    const isLargest = width === info.width
    files.push({
      width,
      height,
      bytes,
      ...(isLargest &&
        format === 'webp' && {
          master: await sharp(data, { raw }).webp(masterOptions).toBuffer(),
          look: await findLook(sharp(data, { raw })),
        }),
    })
  }
  return files
}

/** Fits the whole image into a square with a transparent background. */
function encodeIconFiles(image: Sharp, { sides }: IconTask): Promise<EncodedFile[]> {
  return Promise.all(
    sides.map(async (side) => {
      const square = image.clone().resize(side, side, { fit: 'contain', background: '#00000000' })
      return { width: side, height: side, bytes: await square.png({ compressionLevel: 9 }).toBuffer() }
    }),
  )
}

/** Crops the image to its most salient part. */
function encodeAvatarFiles(image: Sharp, { sides }: AvatarTask): Promise<EncodedFile[]> {
  return Promise.all(
    sides.map(async (side) => {
      const square = image.clone().resize(side, side, { fit: 'cover', position: 'attention' }).toColourspace('srgb')
      return { width: side, height: side, bytes: await square.webp({ quality: 80 }).toBuffer() }
    }),
  )
}

async function encodeLogoFile(image: Sharp, { side, maxBytes }: LogoTask): Promise<EncodedFile[]> {
  const inside = image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const png = await inside.clone().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
  // If the file is too large, for example of a photograph, the image is reduced to 256 colors, one byte per pixel.
  const bytes = png.data.length <= maxBytes ? png.data : await inside.clone().png({ compressionLevel: 9, palette: true }).toBuffer()
  return [{ width: png.info.width, height: png.info.height, bytes }]
}
