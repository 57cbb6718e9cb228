import type { Link } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import type { ProjectScope } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { showNumber } from '../../ui/numbers.ts'
import classes from './qr-code-card.module.css'
import { QrDownloads } from './qr-downloads.tsx'
import { useQrCode } from './qr-mutations.ts'
import { QrPicture } from './qr-picture.tsx'
import { type QrSubject, qrCodeOfLink } from './qr-subject.ts'
import { scanDays } from './recent-scans.ts'

const QrOptions = lazyComponent(() => import('./qr-options.tsx').then((module) => module.QrOptions))

interface QrCodeCardProps {
  scope: ProjectScope
  link: Link
  /** In the last 30 days; undefined until they are loaded. */
  scans: number | undefined
}

export function QrCodeCard({ scope, link, scans }: QrCodeCardProps) {
  // Another link gets its own state: nothing of the previous link is shown while it loads.
  return <QrCode key={link.url_id} subject={qrCodeOfLink(scope, link)} scans={scans} />
}

function QrCode({ subject, scans }: { subject: QrSubject; scans: number | undefined }) {
  const { saved, picture, config, isSaving, change, logoProblem } = useQrCode(subject)
  const failed = [saved, picture].find(({ isError, data }) => isError && data === undefined)

  return (
    <Card className={classes.card}>
      <Title order={2}>QR code</Title>
      <Text size="sm" c="dimmed">
        Changes are saved immediately. Printed codes keep working.
      </Text>
      <div className={classes.columns}>
        <div className={classes.code}>
          <QrPicture
            picture={picture.data}
            leadsTo={subject.leadsTo}
            isTransparent={config?.background_transparent ?? false}
            isChanging={isSaving || picture.isPlaceholderData}
            failure={failed && { error: failed.error, onRetry: failed.refetch }}
          />
          <QrDownloads subject={subject} hasPicture={picture.data !== undefined} />
          <Scans count={scans} />
        </div>
        <div className={classes.options}>
          {config !== undefined && (
            <ErrorBoundary
              fallback={() => <Text c="dimmed">The options could not be loaded. Reload the page to change how the code looks.</Text>}
            >
              <Suspense>
                <QrOptions config={config} onChange={change} logoProblem={logoProblem} />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      </div>
    </Card>
  )
}

function Scans({ count }: { count: number | undefined }) {
  return (
    <p className={classes.scans}>
      {count === undefined ? (
        `Scans in the last ${scanDays} days: not available yet`
      ) : (
        <>
          <strong>{showNumber(count)}</strong> {count === 1 ? 'scan' : 'scans'} in the last {scanDays} days
        </>
      )}
      <small>A scan is a click that came through this code.</small>
    </p>
  )
}
