import { mediaFilePath, parseUploadAddress, pictureSizes } from '@linkshelf/contract'
import type { ImgHTMLAttributes } from 'react'

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet'> {
  src: string
  /** How wide the picture is shown, as in HTML. */
  sizes: string
  /** The widest file that is needed. */
  maxWidth?: number
}

/** No page shows a picture so small that a narrower file would do. */
const minWidth = 320

/**
 * A picture in the width and the format that suit the browser. One that was not uploaded here is loaded as it is. It
 * means nothing beside the text.
 */
export function Picture({ src, sizes, maxWidth = Number.POSITIVE_INFINITY, ...attributes }: PictureProps) {
  const upload = parseUploadAddress(src)
  if (upload?.purpose !== 'picture') return <img {...attributes} src={src} alt="" decoding="async" />
  const all = pictureSizes(upload)
  const useful = all.filter(({ width }) => width >= minWidth && width <= maxWidth)
  const files = useful.length > 0 ? useful : all.slice(-1)
  const addressOf = (size: (typeof files)[number], format: 'webp' | 'avif') => new URL(mediaFilePath(upload.digest, size, format), src).href
  const srcSetOf = (format: 'webp' | 'avif') => files.map((size) => `${addressOf(size, format)} ${size.width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={srcSetOf('avif')} sizes={sizes} />
      <img {...attributes} srcSet={srcSetOf('webp')} sizes={sizes} src={src} alt="" decoding="async" />
    </picture>
  )
}
