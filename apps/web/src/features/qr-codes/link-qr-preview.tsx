import type { Link } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import classes from './link-qr-preview.module.css'
import { QrDownloads } from './qr-downloads.tsx'
import { QrPicture } from './qr-picture.tsx'
import { qrConfigQuery, qrImageQuery } from './qr-queries.ts'
import { linkQrSubject } from './qr-subject.ts'

interface LinkQrPreviewProps {
  scope: ProjectScope
  link: Link
  /** Something else is the main action of the place. */
  isSecondary?: boolean
}

/** The code of a link as it is, to download. */
export function LinkQrPreview({ scope, link, isSecondary }: LinkQrPreviewProps) {
  const subject = linkQrSubject(scope, link)
  const config = useQuery(qrConfigQuery(subject))
  const image = useQuery(qrImageQuery(subject, config.data))
  const failed = [config, image].find(({ isError, data }) => isError && data === undefined)

  return (
    <div className={classes.preview}>
      <div className={classes.picture}>
        <QrPicture
          picture={image.data}
          leadsTo={subject.leadsTo}
          isTransparent={config.data?.background_transparent ?? false}
          isChanging={false}
          failure={failed && { error: failed.error, onRetry: failed.refetch }}
        />
      </div>
      <QrDownloads subject={subject} hasPicture={image.data !== undefined} isSecondary={isSecondary} />
    </div>
  )
}
