import { labelMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import type { OpenLabelDialog } from '../../../features/labels/label-dialogs.tsx'
import { LabelList } from '../../../features/labels/label-list.tsx'
import { labelListQuery } from '../../../features/labels/label-queries.ts'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { Can } from '../../../session/permissions.tsx'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { useRowCount } from '../../../ui/states/row-count.ts'
import classes from '../settings.module.css'
import { LabelsSkeleton } from '../tab-skeletons.tsx'
import { TabHeader } from './tab-header.tsx'

const openLabelDialog = createLazyDialog(async () => (await import('../../../features/labels/label-dialogs.tsx')).labelDialog)

export function LabelsTab() {
  return (
    <ProjectGuard headingOrder={2} loading={<LabelsSkeleton />}>
      <LabelsOfProject />
    </ProjectGuard>
  )
}

function LabelsOfProject() {
  const { project, scope } = useProject()
  // The `key` resets the search when the project changes.
  return <Labels key={project.id} scope={scope} projectName={project.name} />
}

function Labels({ scope, projectName }: { scope: ProjectScope; projectName: string }) {
  const { data: labels, isError, error, refetch } = useQuery(labelListQuery(scope))
  useRowCount('labels', labels?.length)
  const open: OpenLabelDialog = (kind, label, opener) => openLabelDialog(opener, scope, kind, label)
  const createButton = <CreateButton onCreate={(button) => open('create', undefined, button)} />

  if (labels === undefined && !isError) return <LabelsSkeleton />
  if (labels === undefined) return <ErrorPanel title={labelMessages.loadFailed} error={error} onRetry={refetch} />
  return (
    <>
      {labels.length === 0 ? (
        <EmptyState icon={<IconTags size={26} stroke={1.6} />} title="No labels yet" action={createButton}>
          A label groups links, for example by season or by shop, so that you find them together.
        </EmptyState>
      ) : (
        <div className={classes.stack}>
          <TabHeader title="Labels" action={createButton}>
            Labels group the links of “{projectName}”.
          </TabHeader>
          <LabelList labels={labels} onDialog={open} />
        </div>
      )}
    </>
  )
}

function CreateButton({ onCreate }: { onCreate: (button: HTMLButtonElement) => void }) {
  return (
    <Can call="labels.create">
      <Button leftSection={<IconPlus aria-hidden size={17} />} onClick={(event) => onCreate(event.currentTarget)}>
        Create label
      </Button>
    </Can>
  )
}
