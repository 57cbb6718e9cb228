import { IconLock } from '@tabler/icons-react'
import { ExportCard } from '../../../features/data-transfer/export-card.tsx'
import { ImportCard } from '../../../features/data-transfer/import-card.tsx'
import { DeletionCard } from '../../../features/organizations/deletion/deletion-card.tsx'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject, useSelection } from '../../../features/organizations/selection.tsx'
import { useCan } from '../../../session/permissions.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import classes from '../settings.module.css'
import { RowsSkeleton } from '../settings-loading.tsx'
import { TabHeader } from './tab-header.tsx'

export function DataTab() {
  return (
    <ProjectGuard headingOrder={2} loading={<RowsSkeleton />}>
      <DataOfOrganization />
    </ProjectGuard>
  )
}

function DataOfOrganization() {
  const { organizations } = useSelection()
  const { organization } = useProject()
  const canSee = useCan('dataExports.list')
  if (!canSee)
    return (
      <EmptyState icon={<IconLock size={26} stroke={1.6} />} title="Only for owners">
        Owners of “{organization.name}” can export, import and delete its data.
      </EmptyState>
    )
  const isLast = organizations.every(({ id, deletes_at }) => id === organization.id || deletes_at !== null)
  return (
    <div key={organization.id} className={classes.stack}>
      <TabHeader title="Data">Export everything in “{organization.name}”, or import an archive.</TabHeader>
      <ExportCard orgId={organization.id} />
      <ImportCard orgId={organization.id} />
      <DeletionCard organization={organization} isLast={isLast} />
    </div>
  )
}
