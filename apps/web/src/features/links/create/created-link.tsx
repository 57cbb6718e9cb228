import type { Link } from '@linkshelf/contract'
import { withoutScheme } from '../../../ui/formats/address.tsx'

interface CreatedLinkProps {
  link: Link
  isCopied: boolean
  /** The name of its project when it is not the current one. */
  otherProject: string | undefined
}

/** The new short link in the toast. */
export function CreatedLink({ link, isCopied, otherProject }: CreatedLinkProps) {
  return (
    <>
      <span>
        {withoutScheme(link.url)}
        {otherProject !== undefined && ` in ${otherProject}`}
      </span>
      {isCopied && ' · Copied'}
    </>
  )
}
