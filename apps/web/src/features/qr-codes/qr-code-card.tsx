import { Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { Can, Editable } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import classes from './qr-code-card.module.css'
import { QrDownloads } from './qr-downloads.tsx'
import { useQrCode } from './qr-mutations.ts'
import { QrPicture } from './qr-picture.tsx'
import type { QrSubject } from './qr-subject.ts'

const QrOptions = createLazyComponent(() => import('./qr-options.tsx').then((module) => module.QrOptions))

interface QrCodeProps {
  subject: QrSubject
  /** A notice that the user should read before using the code. */
  notice?: React.ReactNode
  /** Rendered after the downloads. */
  children?: React.ReactNode
}

export function QrCodeCard({ title = 'QR code', ...props }: QrCodeProps & { title?: string }) {
  return (
    <Card>
      <Title order={2}>{title}</Title>
      <QrCode {...props} />
    </Card>
  )
}

/** Shows the QR code with its downloads and options. The heading is above it. */
export function QrCode(props: QrCodeProps) {
  // The key gives each subject its own state, so that nothing of the previous subject is shown while another one loads.
  return <CodeOfSubject key={props.subject.id} {...props} />
}

function CodeOfSubject({ subject, notice, children }: QrCodeProps) {
  const { saved, picture, config, isSaving, change, logoProblem } = useQrCode(subject)
  const failed = [saved, picture].find(({ isError, data }) => isError && data === undefined)

  return (
    <div className={classes.content}>
      <Can call="qrCodes.updateLink">
        <Text size="sm" c="dimmed">
          Changes are saved immediately. Printed codes keep working.
        </Text>
      </Can>
      {notice}
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
          {children}
        </div>
        <div className={classes.options}>
          {config !== undefined && (
            <ErrorBoundary
              fallback={() => <Text c="dimmed">The options could not be loaded. Reload the page to change how the code looks.</Text>}
            >
              <Suspense>
                <Editable call="qrCodes.updateLink">
                  <QrOptions config={config} onChange={change} logoProblem={logoProblem} />
                </Editable>
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      </div>
    </div>
  )
}
