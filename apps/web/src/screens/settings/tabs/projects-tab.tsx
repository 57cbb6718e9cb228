import type { Organization } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useSelection } from '../../../features/organizations/selection.tsx'
import type { OpenProjectDialog } from '../../../features/projects/project-dialogs.tsx'
import { ProjectTable } from '../../../features/projects/project-table.tsx'
import { Can, RoleProvider } from '../../../session/permissions.tsx'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../settings-loading.tsx'
import { useSwitchFromProject } from '../use-switch-from-project.ts'
import { TabHeader } from './tab-header.tsx'

const openAddProjectDialog = createLazyDialog(async () => (await import('../../../features/projects/project-dialogs.tsx')).addProjectDialog)
const openProjectDialog = createLazyDialog(async () => (await import('../../../features/projects/project-dialogs.tsx')).projectDialog)

/**
 * Shows the projects of the current organization. An organization without projects is shown too, so that a project can
 * be added.
 */
export function ProjectsTab() {
  const { organizations, current } = useSelection()
  const organization = current?.organization ?? organizations[0]
  if (organization !== undefined)
    return (
      <RoleProvider role={organization.role}>
        <Projects organization={organization} />
      </RoleProvider>
    )
  return (
    <ProjectGuard headingOrder={2} loading={<RowsSkeleton />}>
      {null}
    </ProjectGuard>
  )
}

function Projects({ organization }: { organization: Organization }) {
  const switchFrom = useSwitchFromProject(organization)
  const open: OpenProjectDialog = (...opened) => openProjectDialog(opened[2], { organization, switchFrom, opened })
  const addButton = <AddButton onAdd={(button) => openAddProjectDialog(button, organization.id)} />

  return (
    <>
      {organization.projects.length === 0 ? (
        <EmptyState icon={<IconFolders size={26} stroke={1.6} />} title="No projects yet" action={addButton}>
          Links belong to projects. Add a project for each site or topic that you make links for.
        </EmptyState>
      ) : (
        <>
          <TabHeader title="Projects" action={addButton}>
            Each project has its own links and numbers. These belong to {organization.name}.
          </TabHeader>
          <ProjectTable projects={organization.projects} onDialog={open} />
        </>
      )}
    </>
  )
}

function AddButton({ onAdd }: { onAdd: (button: HTMLButtonElement) => void }) {
  return (
    <Can call="projects.create">
      <Button leftSection={<IconPlus aria-hidden size={17} />} onClick={(event) => onAdd(event.currentTarget)}>
        New project
      </Button>
    </Can>
  )
}
