import type { Link } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { addressClicksQuery } from '../../features/analytics/analytics-queries.ts'
import { auditLogQuery } from '../../features/audit-logs/audit-queries.ts'
import { AuditTable } from '../../features/audit-logs/audit-table.tsx'
import { LinkAddresses } from '../../features/links/addresses/link-addresses.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { TableSkeleton } from '../analytics/analytics-loading.tsx'

/** Shows the addresses of a link and its changes. */
export function LinkSettings({ link }: { link: Link }) {
  return (
    <>
      <Addresses link={link} />
      <LinkChanges link={link} />
    </>
  )
}

/**
 * Shows the addresses of a link with their numbers. The numbers are loaded separately from the addresses, because
 * released and earlier addresses have clicks too.
 */
function Addresses({ link }: { link: Link }) {
  const { scope, entitlements } = useProject()
  const { data, error, refetch } = useQuery(addressClicksQuery(scope, link.url_id))
  const hasFailed = data === undefined && error !== null
  return (
    <>
      {hasFailed && <ErrorPanel title="The clicks by address could not be loaded" error={error} onRetry={refetch} />}
      <LinkAddresses scope={scope} link={link} clicks={hasFailed ? null : data} days={entitlements.dashboardDays} />
    </>
  )
}

/** Shows every change of the link in the activity log. */
function LinkChanges({ link }: { link: Link }) {
  const { organization } = useProject()
  const pages = useInfiniteQuery(auditLogQuery(organization.id, { url_id: link.url_id }))
  return (
    <section aria-labelledby="changes">
      <Title id="changes" order={2} mb="sm">
        Changes
      </Title>
      <QueryBoundary query={pages} loading={<TableSkeleton />} error="The changes of this link could not be loaded">
        {(data) => (
          <AuditTable label="Changes" entries={data.pages.flatMap(({ body }) => body)} pages={pages} isStale={pages.isPlaceholderData} />
        )}
      </QueryBoundary>
    </section>
  )
}
