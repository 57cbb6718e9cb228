import type { Product } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link as RouteLink } from 'react-router'
import { useProject } from '../../../features/organizations/selection.tsx'
import { FormSection } from '../../../features/products/form/form-section.tsx'
import { qrCodeOfProduct } from '../../../features/qr-codes/qr-subject.ts'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { ErrorBoundary } from '../../../ui/errors/error-boundary.tsx'
import { ErrorPanel } from '../../../ui/errors/error-panel.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { QrCodeSkeleton } from '../../loading.tsx'
import { hasScreen } from '../../screen-paths.ts'

const QrCodeCard = lazyComponent(() => import('../../../features/qr-codes/qr-code-card.tsx').then((module) => module.QrCodeCard))

const storePath = '/store/settings'

/** The QR code of a product's page. It needs a store: the page is in it. */
export function ProductQrCode({ product }: { product: Product }) {
  const { scope } = useProject()
  const { data: store, isPending } = useQuery(storeQuery(scope))
  if (isPending) return <QrCodeSkeleton />
  if (store === null) {
    return (
      <FormSection
        title="QR code"
        action={
          hasScreen(storePath) && (
            <Button component={RouteLink} to={storePath} variant="default">
              Create a store
            </Button>
          )
        }
      >
        <Text size="sm" c="dimmed">
          The QR code leads to the product’s page in your store. Create a store first.
        </Text>
      </FormSection>
    )
  }
  return (
    <ErrorBoundary
      fallback={(error) => (
        <ErrorPanel title="Failed to fetch QR code" error={error} action="Reload Page" onRetry={() => window.location.reload()} />
      )}
    >
      <Suspense fallback={<QrCodeSkeleton />}>
        <QrCodeCard subject={qrCodeOfProduct(scope, product)} />
      </Suspense>
    </ErrorBoundary>
  )
}
