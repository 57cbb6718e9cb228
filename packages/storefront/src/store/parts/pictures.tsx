import { formatMediaFilePath, listPictureSizes, parseUploadAddress } from '@linkshelf/contract'
import type { ImgHTMLAttributes } from 'react'

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet'> {
  src: string
  /** The width at which the picture is shown, as in the HTML attribute `sizes`. */
  sizes: string
  /** Maximum width of the file, in pixels. */
  maxWidth?: number
}

/** Minimum width of the file, in pixels. Every picture is shown so large that it needs a file of this width. */
const minWidth = 320

/**
 * A picture with files of several widths and formats, from which the browser chooses. A picture that was not uploaded
 * to this instance has only its own file. Pictures have no alternative text, because the text next to them says the
 * same.
 */
export function Picture({ src, sizes, maxWidth = Number.POSITIVE_INFINITY, ...attributes }: PictureProps) {
  const upload = parseUploadAddress(src)
  if (upload?.purpose !== 'picture') return <img {...attributes} src={src} alt="" decoding="async" />
  const all = listPictureSizes(upload)
  const useful = all.filter(({ width }) => width >= minWidth && width <= maxWidth)
  const files = useful.length > 0 ? useful : all.slice(-1)
  const formatFileAddress = (size: (typeof files)[number], format: 'webp' | 'avif') =>
    new URL(formatMediaFilePath(upload.digest, size, format), src).href
  const formatSrcSet = (format: 'webp' | 'avif') => files.map((size) => `${formatFileAddress(size, format)} ${size.width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={formatSrcSet('avif')} sizes={sizes} />
      <img {...attributes} srcSet={formatSrcSet('webp')} sizes={sizes} src={src} alt="" decoding="async" />
    </picture>
  )
}

/**
 * Defines the drawing of a shelf that is shown in place of a picture, for example if a product has no picture. It has
 * the color of the surrounding text. A page contains the definition once, and can show the drawing several times.
 */
export function ShelfDefinition() {
  return (
    <svg display="none" aria-hidden="true">
      <symbol id="shelf" viewBox="0 0 320 116">
        <g fill="currentColor" opacity=".15">
          <rect x="34" y="34" width="22" height="78" rx="4" />
          <rect x="60" y="48" width="16" height="64" rx="4" opacity=".6" />
          <rect x="80" y="26" width="26" height="86" rx="4" />
          <rect x="110" y="42" width="18" height="70" rx="4" opacity=".6" />
          <rect x="196" y="30" width="24" height="82" rx="4" />
          <rect x="224" y="50" width="16" height="62" rx="4" opacity=".6" />
          <rect x="258" y="36" width="20" height="76" rx="4" transform="rotate(10 268 112)" />
        </g>
        <rect className="book" x="137" y="14" width="50" height="98" rx="5" />
        <path d="M14 114h292" stroke="currentColor" strokeWidth="3" strokeLinecap="round" opacity=".3" />
      </symbol>
    </svg>
  )
}

/**
 * The drawing of a shelf that is shown in place of a picture. It is decorative, because the text next to it says what
 * is shown.
 */
export function Shelf({ letter }: { letter?: string | undefined }) {
  return (
    <svg className="shelf" viewBox="0 0 320 116" aria-hidden="true">
      <use href="#shelf" />
      {letter === undefined ? null : (
        <text x="162" y="74" textAnchor="middle">
          {letter}
        </text>
      )}
    </svg>
  )
}
