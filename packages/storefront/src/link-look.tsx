import { formatMediaFilePath, listPictureSizes, parseUploadAddress } from '@linkshelf/contract'
import type { LinkPageBrand } from './link-look-style.ts'
import type { StoreData } from './store/store-data.ts'

/** The look of the store of the link's owner. Pages of the link are shown in this look. */
export interface LinkPageLook extends LinkPageBrand, Pick<StoreData, 'name' | 'logo'> {
  /**
   * Whether the picture is a cut-out: an object in front of a white or transparent background. Cut-outs are never
   * cropped.
   */
  isCutout: boolean | null
}

/** The name and the logo of the store. */
export function LinkOwner({ look: { name, logo } }: { look: LinkPageLook }) {
  const src = logo === null ? undefined : toUploadedFile(logo, 160)
  return (
    <header className="owner">
      {src === undefined ? null : <img className="avatar" src={src} alt="" width="44" height="44" />}
      <span dir="auto">{name}</span>
    </header>
  )
}

/** Returns the picture of the product. Undefined if there is no picture, or if it is not stored on this instance. */
export function toProductPicture({ picture, isCutout }: LinkPageLook): React.ReactElement | undefined {
  const src = picture === null ? undefined : toUploadedFile(picture, 640)
  return src === undefined ? undefined : (
    <div className={isCutout ? 'product cutout' : 'product'}>
      <img src={src} alt="" width="224" height="224" />
    </div>
  )
}

/**
 * Returns the path of an upload's file that has at least this width, or of its widest file. Returns undefined for
 * pictures on other sites, because pages of links load nothing from there. Every domain serves the files of uploads.
 */
function toUploadedFile(url: string, width: number): string | undefined {
  const upload = parseUploadAddress(url)
  if (upload?.purpose !== 'picture') return undefined
  const sizes = listPictureSizes(upload)
  const size = sizes.find((each) => each.width >= width) ?? sizes.at(-1)
  return size && formatMediaFilePath(upload.digest, size, 'webp')
}
