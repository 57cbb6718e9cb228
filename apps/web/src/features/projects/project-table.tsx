import type { Project } from '@linkshelf/contract'
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { OpenProjectDialog } from './open-project-dialog.ts'
import classes from './project-table.module.css'

interface ProjectTableProps {
  projects: readonly Project[]
  /** Deleting is for owners. */
  mayDelete: boolean
  onDialog: OpenProjectDialog
}

/** On small screens each row is a card. */
export function ProjectTable({ projects, mayDelete, onDialog }: ProjectTableProps) {
  return (
    <Card p={0}>
      <table className={classes.table} aria-label="Projects">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} mayDelete={mayDelete} onDialog={onDialog} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function ProjectRow({ project, mayDelete, onDialog }: Omit<ProjectTableProps, 'projects'> & { project: Project }) {
  const { name, description } = project
  const isArchived = project.status === 'archived'
  return (
    <tr>
      <th scope="row" className={classes.name}>
        {name}
      </th>
      <td className={classes.description}>{description}</td>
      <td className={classes.status}>
        <Tag tone={isArchived ? 'neutral' : 'good'}>{isArchived ? 'Archived' : 'Active'}</Tag>
      </td>
      <td className={classes.actions}>
        <div>
          <IconAction action="Edit" name={name} Icon={IconPencil} onClick={(button) => onDialog('edit', project, button)} />
          <IconAction
            action={isArchived ? 'Unarchive' : 'Archive'}
            name={name}
            Icon={isArchived ? IconArchiveOff : IconArchive}
            onClick={(button) => onDialog('archive', project, button)}
          />
          {mayDelete && (
            <IconAction action="Delete" name={name} Icon={IconTrash} onClick={(button) => onDialog('delete', project, button)} />
          )}
        </div>
      </td>
    </tr>
  )
}
