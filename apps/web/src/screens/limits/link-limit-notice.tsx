import { linkLimitMessage } from '@linkshelf/contract'
import { showNumber } from '../../ui/formats/numbers.ts'
import type { LinkAllowance } from './link-allowance.ts'
import { UpgradeNotice } from './upgrade-notice.tsx'

/** How many links a project has of those its plan includes; at the limit, the message of the limit. */
export function LinkLimitNotice({ used, limit, isOwner }: LinkAllowance) {
  return (
    <UpgradeNotice isOwner={isOwner} look="line">
      {used >= limit ? linkLimitMessage(limit) : `${showNumber(used)} of ${showNumber(limit)} links`}
    </UpgradeNotice>
  )
}
