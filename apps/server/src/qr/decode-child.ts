// A process for one uploaded image: receives it as a message, and answers with the PNG to store, or null when it can't be decoded.
import sharp from 'sharp'
import type { DecodeTask } from './decode-in-child.ts'

process.on('message', async (task: DecodeTask) => {
  // The decoder works on other threads, so this one is free to watch the memory.
  setInterval(() => process.memoryUsage.rss() > task.maxMemoryBytes && process.exit(1), 5).unref()
  // Any error is about these bytes, the only input.
  process.send?.(await storedImage(task).catch(() => null))
})

async function storedImage({ bytes, maxPixels, side, maxBytes }: DecodeTask): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const png = await image.clone().png({ compressionLevel: 9 }).toBuffer()
  // A photograph that is too large is reduced to 256 colours: one byte per pixel.
  return png.length <= maxBytes ? png : image.clone().png({ compressionLevel: 9, palette: true }).toBuffer()
}
