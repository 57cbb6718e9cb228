import { useQuery } from '@tanstack/react-query'
import { QrDownloads } from './qr-downloads.tsx'
import { QrPicture } from './qr-picture.tsx'
import classes from './qr-preview.module.css'
import { qrConfigQuery, qrImageQuery } from './qr-queries.ts'
import type { QrSubject } from './qr-subject.ts'

interface QrPreviewProps {
  subject: QrSubject
  /** Whether the downloads are not the main action on the screen. */
  isSecondary?: boolean
  /** Further actions, below the downloads. */
  children?: React.ReactNode
}

/** Shows a QR code with its saved options, and lets the user download it. */
export function QrPreview({ subject, isSecondary, children }: QrPreviewProps) {
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
      <div className={classes.actions}>
        <QrDownloads subject={subject} hasPicture={image.data !== undefined} isSecondary={isSecondary} />
        {children}
      </div>
    </div>
  )
}
