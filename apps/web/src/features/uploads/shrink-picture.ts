/** A picture of at most this size is sent as it is. */
const smallBytes = 1_500_000
/** Twice the width of the largest file that the server makes of it. */
const maxSide = 2_560

/**
 * A large photograph reduced to what the server keeps of it: a slow connection uploads a tenth of the bytes, and
 * the limits of the server do not matter. A picture that this browser can't decode is returned as it is; the server
 * says why it is rejected.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= smallBytes) return file
  try {
    const bitmap = await createImageBitmap(file)
    const shrunk = await drawInside(bitmap, typeOf(file))
    bitmap.close()
    return shrunk.size < file.size ? shrunk : file
  } catch {
    return file
  }
}

function drawInside(bitmap: ImageBitmap, type: string): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type, quality: 0.92 })
}

/** Photographs have no transparent pixels. A browser that can't write WebP writes PNG. */
function typeOf({ type }: File): string {
  return type === 'image/png' || type === 'image/webp' || type === 'image/gif' ? 'image/webp' : 'image/jpeg'
}
