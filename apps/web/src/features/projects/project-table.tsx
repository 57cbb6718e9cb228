import type { Project } from '@linkshelf/contract'
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { Can } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { Tag } from '../../ui/tag.tsx'
import type { OpenProjectDialog } from './project-dialogs.tsx'
import classes from './project-table.module.css'

interface ProjectTableProps {
  projects: readonly Project[]
  onDialog: OpenProjectDialog
}

const columns: Column<Project>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, className: classes.name },
  { id: 'description', header: 'Description', cell: ({ description }) => description, className: classes.description },
  {
    id: 'status',
    header: 'Status',
    cell: (project) => <Tag tone={isArchived(project) ? 'neutral' : 'good'}>{isArchived(project) ? 'Archived' : 'Active'}</Tag>,
    className: classes.status,
  },
]

export function ProjectTable({ projects, onDialog }: ProjectTableProps) {
  return (
    <Card p={0}>
      <DataTable
        label="Projects"
        columns={columns}
        rows={projects}
        rowKey={({ id }) => id}
        actions={(project) => <ProjectActions project={project} onDialog={onDialog} />}
      />
    </Card>
  )
}

function ProjectActions({ project, onDialog }: Omit<ProjectTableProps, 'projects'> & { project: Project }) {
  const { name } = project
  return (
    <>
      <Can call="projects.update">
        <IconAction action="Edit" name={name} Icon={IconPencil} onClick={(button) => onDialog('edit', project, button)} />
        <IconAction
          action={isArchived(project) ? 'Unarchive' : 'Archive'}
          name={name}
          Icon={isArchived(project) ? IconArchiveOff : IconArchive}
          onClick={(button) => onDialog('archive', project, button)}
        />
      </Can>
      <Can call="projects.delete">
        <IconAction action="Delete" name={name} Icon={IconTrash} onClick={(button) => onDialog('delete', project, button)} />
      </Can>
    </>
  )
}

function isArchived({ status }: Project): boolean {
  return status === 'archived'
}
