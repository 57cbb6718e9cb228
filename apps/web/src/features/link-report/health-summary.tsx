import type { LinkReport } from '@linkshelf/contract'
import { Anchor } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'

/** Says how many links work, and how many have no result. Must be shown only if no checked link fails. */
export function HealthSummary({ health: { works, uncheckable, unchecked } }: Pick<LinkReport, 'health'>) {
  if (works + uncheckable + unchecked === 0) return 'There are no active links to check.'
  const format = (count: number, isFirst: boolean) => (isFirst ? formatCount(count, 'link') : formatNumber(count))
  return (
    <>
      {works === 1 && '1 checked link works. '}
      {works > 1 && `All ${formatNumber(works)} checked links work. `}
      {uncheckable > 0 && (
        <>
          <Anchor component={RouteLink} to="/links?health=uncheckable" inherit td="underline">
            {`${format(uncheckable, works === 0)} can't be checked.`}
          </Anchor>{' '}
        </>
      )}
      {unchecked > 0 && `${format(unchecked, works + uncheckable === 0)} ${unchecked === 1 ? 'is' : 'are'} not checked yet.`}
    </>
  )
}

/** Whether no check of a link failed. */
export function hasNoFailedCheck({ health }: LinkReport): boolean {
  return health.failed_once === 0 && health.broken === 0
}
