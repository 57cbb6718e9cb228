import { mediaFilePath, parseUploadAddress, pictureSizes } from '@linkshelf/contract'
import { storeColors } from './store/store-colors.ts'
import type { StoreData } from './store/store-data.ts'

/** The store of a link's owner, as the pages of the link show it. */
export interface LinkPageLook extends Pick<StoreData, 'layout' | 'mainColor' | 'secondaryColor' | 'name' | 'logo'> {
  /** The picture of the product that the link sells; null without one. */
  picture: string | null
  /** It shows a thing before a white or transparent ground, which is never cropped. */
  isCutout: boolean | null
}

const parts = [
  'body{grid-template-rows:auto 1fr auto}',
  '.owner{display:flex;gap:.625rem;align-items:center;justify-content:center;padding:1.25rem 1.5rem 0;font-weight:650;overflow-wrap:anywhere}',
  '.avatar{flex:none;width:2.75rem;height:2.75rem;border-radius:.875rem;object-fit:cover;background:#fff}',
  '.product{display:block;width:min(14rem,60vw);height:auto;aspect-ratio:1;margin:0 auto;border-radius:1rem;object-fit:cover}.cutout{object-fit:contain;background:#fff;padding:.5rem}',
  '.button{border:1px solid var(--edge)}',
].join('')

/** The style of pages in this look, beside that of all pages; the content security policy allows it by its hash. */
export function linkLookStyle(look: LinkPageLook): string {
  const colors = storeColors(look)
  const variables = {
    page: colors.page,
    glow: colors.page,
    text: colors['on-page'],
    soft: colors['on-page-soft'],
    line: colors['page-line'],
    book: colors['page-line'],
    'book-soft': colors['page-line'],
    brand: colors['page-accent'],
    button: colors.main,
    'button-hover': colors['main-hover'],
    'on-button': colors['on-main'],
    edge: colors['main-edge'],
  }
  const declarations = Object.entries(variables).map(([name, value]) => `--${name}:${value}`)
  return `:root{color-scheme:${schemeOf(look)};${declarations.join(';')}}${parts}`
}

export function schemeOf(look: LinkPageLook): 'light' | 'dark' {
  return storeColors(look).isDark ? 'dark' : 'light'
}

/** The name of the store, with its picture. */
export function LinkOwner({ look: { name, logo } }: { look: LinkPageLook }) {
  const src = logo === null ? undefined : uploadedFile(logo, 160)
  return (
    <header className="owner">
      {src === undefined ? null : <img className="avatar" src={src} alt="" width="44" height="44" />}
      <span dir="auto">{name}</span>
    </header>
  )
}

/** Undefined without a picture that is stored here. */
export function productPictureOf({ picture, isCutout }: LinkPageLook): React.ReactElement | undefined {
  const src = picture === null ? undefined : uploadedFile(picture, 640)
  return src === undefined ? undefined : (
    <img className={isCutout ? 'product cutout' : 'product'} src={src} alt="" width="224" height="224" />
  )
}

/**
 * The path of a file of an upload that is at least this wide, if the picture is. Pages of links load nothing from other
 * sites, and every domain has the files.
 */
function uploadedFile(url: string, width: number): string | undefined {
  const upload = parseUploadAddress(url)
  if (upload?.purpose !== 'picture') return undefined
  const sizes = pictureSizes(upload)
  const size = sizes.find((each) => each.width >= width) ?? sizes.at(-1)
  return size && mediaFilePath(upload.digest, size, 'webp')
}
