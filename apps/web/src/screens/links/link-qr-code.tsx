import type { Link } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { linkClicksQuery } from '../../features/analytics/analytics-queries.ts'
import { PrintNotice } from '../../features/links/affiliation/print-notice.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { recentScans } from '../../features/qr-codes/qr-queries.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { QrCodeSkeleton } from '../loading.tsx'
import { linkPath } from './link-paths.ts'

const LinkQrCodeCard = lazyComponent(() => import('../../features/qr-codes/link-qr-code-card.tsx').then((module) => module.LinkQrCodeCard))

/** The QR code of a link: how it looks, its downloads and its scans. */
export function LinkQrCode({ link }: { link: Link }) {
  const { scope } = useProject()
  const { data: days } = useQuery(linkClicksQuery(scope, link.url_id))
  const navigate = useNavigate()
  return (
    <ErrorBoundary
      fallback={(error) => (
        <ErrorPanel title="Failed to fetch QR code" error={error} action="Reload Page" onRetry={() => window.location.reload()} />
      )}
    >
      <Suspense fallback={<QrCodeSkeleton />}>
        <LinkQrCodeCard
          scope={scope}
          link={link}
          scans={days && recentScans(days)}
          notice={<PrintNotice scope={scope} link={link} onCopied={({ url_id }) => void navigate(linkPath(url_id, 'qr'))} />}
        />
      </Suspense>
    </ErrorBoundary>
  )
}
