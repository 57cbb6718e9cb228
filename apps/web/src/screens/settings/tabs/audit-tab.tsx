import { auditMessages, type Organization } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { useAuditFilter } from '../../../features/audit-logs/audit-filter.ts'
import { AuditFilterBar, focusAuditSearch } from '../../../features/audit-logs/audit-filter-bar.tsx'
import { auditLogQuery } from '../../../features/audit-logs/audit-queries.ts'
import { AuditTable } from '../../../features/audit-logs/audit-table.tsx'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { useRowCount } from '../../../ui/states/row-count.ts'
import { ExportButton } from '../../../ui/tables/export-button.tsx'
import { AuditSkeleton } from '../tab-skeletons.tsx'
import { TabHeader } from './tab-header.tsx'

/** Lists who changed what in the current organization. */
export function AuditTab() {
  return (
    <ProjectGuard headingOrder={2} loading={<AuditSkeleton />}>
      <ActivityLog />
    </ProjectGuard>
  )
}

function ActivityLog() {
  const { organization, project } = useProject()
  const filter = useAuditFilter()
  const pages = useInfiniteQuery(auditLogQuery(organization.id, filter.query))
  useRowCount('activity', pages.data?.pages[0]?.body.length)
  const { mutate: download, isPending } = useFileDownload(() =>
    api.auditLogs.export.call({ params: { orgId: organization.id }, query: filter.query }),
  )

  return (
    <>
      <TabHeader
        title={auditMessages.title}
        action={<ExportButton name="the activity log" isPending={isPending} onExport={() => download()} />}
      >
        Every change in {organization.name}: what it was, what it became, and who made it.
      </TabHeader>
      <AuditFilterBar orgId={organization.id} isOwner={organization.role === 'owner'} projects={organization.projects} filter={filter} />
      <QueryBoundary
        query={pages}
        loading={<AuditSkeleton />}
        error={auditMessages.loadFailed}
        isEmpty={(data) => data.pages.every(({ body }) => body.length === 0)}
        empty={<NoActivity organization={organization} filter={filter} />}
      >
        {(data) => (
          <AuditTable
            entries={data.pages.flatMap(({ body }) => body)}
            projectId={project.id}
            pages={pages}
            isStale={pages.isPlaceholderData}
          />
        )}
      </QueryBoundary>
    </>
  )
}

function NoActivity({ organization, filter }: { organization: Organization; filter: ReturnType<typeof useAuditFilter> }) {
  if (!filter.isNarrowed) {
    return (
      <EmptyState icon={<IconHistory size={26} stroke={1.6} />} title={auditMessages.none}>
        Changes in {organization.name} appear here: new links, edited stores, and who made them.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconSearchOff size={26} stroke={1.6} />}
      title={auditMessages.none}
      action={
        <Button
          variant="default"
          onClick={() => {
            filter.clear()
            focusAuditSearch()
          }}
        >
          Show all activity
        </Button>
      }
    >
      Nothing matches this search and these filters.
    </EmptyState>
  )
}
