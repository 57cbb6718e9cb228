import { formatMediaFilePath, listPictureSizes, parseUploadAddress } from '@linkshelf/contract'
import type { LinkPageBrand } from './link-look-style.ts'
import type { StoreData } from './store/store-data.ts'

/** The store of a link's owner, as the pages of the link show it. */
export interface LinkPageLook extends LinkPageBrand, Pick<StoreData, 'name' | 'logo'> {
  /** It shows a thing before a white or transparent ground, which is never cropped. */
  isCutout: boolean | null
}

/** The name of the store, with its picture. */
export function LinkOwner({ look: { name, logo } }: { look: LinkPageLook }) {
  const src = logo === null ? undefined : toUploadedFile(logo, 160)
  return (
    <header className="owner">
      {src === undefined ? null : <img className="avatar" src={src} alt="" width="44" height="44" />}
      <span dir="auto">{name}</span>
    </header>
  )
}

/** Undefined without a picture that is stored here. */
export function toProductPicture({ picture, isCutout }: LinkPageLook): React.ReactElement | undefined {
  const src = picture === null ? undefined : toUploadedFile(picture, 640)
  return src === undefined ? undefined : (
    <div className={isCutout ? 'product cutout' : 'product'}>
      <img src={src} alt="" width="224" height="224" />
    </div>
  )
}

/**
 * The path of a file of an upload that is at least this wide, if the picture is. Pages of links load nothing from other
 * sites, and every domain has the files.
 */
function toUploadedFile(url: string, width: number): string | undefined {
  const upload = parseUploadAddress(url)
  if (upload?.purpose !== 'picture') return undefined
  const sizes = listPictureSizes(upload)
  const size = sizes.find((each) => each.width >= width) ?? sizes.at(-1)
  return size && formatMediaFilePath(upload.digest, size, 'webp')
}
