// A process for one uploaded image: receives it as a message, and answers with the files to store, or null
// when it can't be decoded.
import sharp, { type Sharp } from 'sharp'
import type { AvatarTask, EncodedFile, EncodeTask, IconTask, LogoTask, PicturesTask, SocialTask } from './encode-in-child.ts'
import { findLook } from './picture-look.ts'

process.on('message', async (task: EncodeTask) => {
  // The decoder works on other threads, so this one is free to watch the memory.
  setInterval(() => process.memoryUsage.rss() > task.maxMemoryBytes && process.exit(1), 5).unref()
  // The encoder has one thread, so that the other cores stay free for redirects.
  sharp.concurrency(1)
  // Any error is about these bytes, the only input.
  process.send?.(await encode(task).catch(() => null))
})

function encode(task: EncodeTask): Promise<EncodedFile[]> {
  if (task.kind === 'social') return drawSocial(task)
  // Upright and without metadata; the first frame of an animation.
  const image = sharp(task.bytes, { limitInputPixels: task.maxPixels, failOn: 'error', pages: 1 }).autoOrient()
  if (task.kind === 'pictures') return encodePictures(image, task)
  if (task.kind === 'avatar') return encodeAvatar(image, task)
  return task.kind === 'icon' ? encodeIcon(image, task) : encodeLogo(image, task)
}

const masterOptions = { quality: 95, smartSubsample: true, effort: 1 }

/** Decodes once, to the largest size, and makes the other sizes from that. */
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
    // AVIF at effort 2 takes a fifth of the time of the default, for files that are a few percent larger.
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

/** The whole image in a square, on a transparent background. */
function encodeIcon(image: Sharp, { sides }: IconTask): Promise<EncodedFile[]> {
  return Promise.all(
    sides.map(async (side) => {
      const square = image.clone().resize(side, side, { fit: 'contain', background: '#00000000' })
      return { width: side, height: side, bytes: await square.png({ compressionLevel: 9 }).toBuffer() }
    }),
  )
}

/** Cropped to the part of the image that stands out. */
function encodeAvatar(image: Sharp, { sides }: AvatarTask): Promise<EncodedFile[]> {
  return Promise.all(
    sides.map(async (side) => {
      const square = image.clone().resize(side, side, { fit: 'cover', position: 'attention' }).toColourspace('srgb')
      return { width: side, height: side, bytes: await square.webp({ quality: 80 }).toBuffer() }
    }),
  )
}

async function encodeLogo(image: Sharp, { side, maxBytes }: LogoTask): Promise<EncodedFile[]> {
  const inside = image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const png = await inside.clone().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
  // A photograph that is too large is reduced to 256 colors: one byte per pixel.
  const bytes = png.data.length <= maxBytes ? png.data : await inside.clone().png({ compressionLevel: 9, palette: true }).toBuffer()
  return [{ width: png.info.width, height: png.info.height, bytes }]
}

/**
 * Draws the text in the middle, which suits every direction of writing: the middle of the whole picture, or of the part
 * beside a photograph. A bar of the accent color is at the top.
 */
async function drawSocial({
  width: whole,
  height,
  background,
  accent,
  title,
  text,
  logo,
  photo,
  format,
  ...look
}: SocialTask): Promise<EncodedFile[]> {
  const photos = photo === undefined ? [] : [{ input: await drawPhoto(photo, height), left: 0, top: 0 }]
  const start = photos.length * height
  const width = whole - start
  const bar = { create: { width, height: 18, channels: 3, background: accent } } as const
  const parts = [
    ...(logo === undefined ? [] : [await sharp(logo).resize(148, 148, { fit: 'inside' }).png().toBuffer({ resolveWithObject: true })]),
    await drawText(title, { ...look, maxWidth: width - (photos.length > 0 ? 80 : 160), maxHeight: 250, size: photos.length > 0 ? 64 : 88 }),
    ...(text === ''
      ? []
      : [await drawText(text, { ...look, maxWidth: width - (photos.length > 0 ? 120 : 240), maxHeight: 110, size: 26 })]),
  ]
  const gap = 44
  let top = Math.round((height - parts.reduce((sum, { info }) => sum + info.height + gap, -gap)) / 2)
  const layers = parts.map(({ data, info }) => {
    const layer = { input: data, left: start + Math.round((width - info.width) / 2), top }
    top += info.height + gap
    return layer
  })
  const canvas = sharp({ create: { width: whole, height, channels: 3, background } })
  const drawn = canvas.composite([...photos, { input: bar, left: start, top: 0 }, ...layers])
  // Letters keep their edges only with the color of every pixel.
  const encoded = format === 'jpg' ? drawn.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }) : drawn.png({ compressionLevel: 9 })
  return [{ width: whole, height, bytes: await encoded.toBuffer() }]
}

/** The whole photograph in a white square, as store pages show it. */
function drawPhoto(photo: Uint8Array, side: number): Promise<Buffer> {
  const margin = 36
  const inner = side - 2 * margin
  return sharp(photo)
    .flatten({ background: '#ffffff' })
    .resize(inner, inner, { fit: 'contain', background: '#ffffff' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

interface TextLook extends Pick<SocialTask, 'fontFile' | 'foreground'> {
  maxWidth: number
  maxHeight: number
  /** The size in points; smaller where the text needs it. */
  size: number
}

async function drawText(text: string, { fontFile, foreground, maxWidth, maxHeight, size }: TextLook) {
  const escaped = text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const markup = `<span foreground="${foreground}">${escaped}</span>`
  for (let points = size; ; points -= 4) {
    const options = {
      text: markup,
      font: `Rubik Bold ${points}`,
      fontfile: fontFile,
      width: maxWidth,
      wrap: 'word-char',
      align: 'centre',
      rgba: true,
    } as const
    const drawn = await sharp({ text: options }).png().toBuffer({ resolveWithObject: true })
    if ((drawn.info.height <= maxHeight && drawn.info.width <= maxWidth) || points <= 14) return drawn
  }
}
