// A process of its own for one uploaded picture: takes it as a message, and answers with the PNG to keep of it, or null where there is none.
import sharp from 'sharp'
import type { LogoTask } from './unpack-apart.ts'

process.on('message', async (task: LogoTask) => {
  // The decoder works on other threads, so this one has time to look.
  setInterval(() => process.memoryUsage.rss() > task.maxMemoryBytes && process.exit(1), 5).unref()
  // It works on these bytes and nothing else: whatever it says is about them.
  process.send?.(await keptPicture(task).catch(() => null))
})

async function keptPicture({ bytes, maxPixels, side, maxBytes }: LogoTask): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer()
  // A photograph of many colours is kept in 256 of them: a byte a pixel.
  return png.length <= maxBytes ? png : picture.clone().png({ compressionLevel: 9, palette: true }).toBuffer()
}
