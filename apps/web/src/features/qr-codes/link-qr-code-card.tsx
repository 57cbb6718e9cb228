import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'
import classes from './qr-code-card.module.css'
import { QrCodeCard } from './qr-code-card.tsx'
import { scanDays } from './qr-queries.ts'
import { toLinkQrSubject } from './qr-subject.ts'

interface LinkQrCodeCardProps {
  scope: ProjectScope
  link: Link
  /** The scans in the last 30 days. Undefined until they are loaded. */
  scans: number | undefined
  /** A notice that the user should read before using the code. */
  notice?: React.ReactNode
}

export function LinkQrCodeCard({ scope, link, scans, notice }: LinkQrCodeCardProps) {
  return (
    <QrCodeCard subject={toLinkQrSubject(scope, link)} notice={notice}>
      <Scans count={scans} />
    </QrCodeCard>
  )
}

function Scans({ count }: { count: number | undefined }) {
  return (
    <p className={classes.scans}>
      {count === undefined ? (
        `Scans in the last ${scanDays} days: not available yet`
      ) : (
        <>
          <strong>{formatNumber(count)}</strong> {count === 1 ? 'scan' : 'scans'} in the last {scanDays} days
        </>
      )}
      <small>A scan is a click that came through this code.</small>
    </p>
  )
}
