import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './product-image.module.css'

/** The picture of a product; a placeholder without one, and while its address does not lead to a picture. */
export function ProductImage({ src }: { src: string | null }) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const hasPicture = src !== null && src !== '' && src !== failedSrc
  return (
    <span className={classes.frame}>
      {hasPicture ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <IconPhoto aria-hidden size={20} stroke={1.5} />
      )}
    </span>
  )
}
