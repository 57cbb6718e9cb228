import type { Link } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { linkClicksQuery } from '../../features/analytics/analytics-queries.ts'
import { PrintNotice } from '../../features/links/affiliation/print-notice.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { LinkQrCodeCard } from '../../features/qr-codes/link-qr-code-card.tsx'
import { countRecentScans } from '../../features/qr-codes/qr-queries.ts'
import { toLinkPath } from './link-paths.ts'

/** Shows the QR code of a link with its design, its downloads and its scans. */
export function LinkQrCode({ link }: { link: Link }) {
  const { scope } = useProject()
  const { data: days } = useQuery(linkClicksQuery(scope, link.url_id))
  const navigate = useNavigate()
  return (
    <LinkQrCodeCard
      scope={scope}
      link={link}
      scans={days && countRecentScans(days)}
      notice={<PrintNotice scope={scope} link={link} onCopied={({ url_id }) => void navigate(toLinkPath(url_id, 'qr'))} />}
    />
  )
}
