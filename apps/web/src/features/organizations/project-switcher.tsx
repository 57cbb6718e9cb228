import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { hasSeveralActiveProjects, projectLabel } from './choose-selection.ts'
import classes from './project-switcher.module.css'
import { useSelection } from './selection.tsx'

const ProjectMenu = lazyPart(() => import('./project-menu.tsx').then((module) => module.ProjectMenu))

/** Which project is shown. Takes no room while there is only one. */
export function ProjectSwitcher({ isNarrow, onChosen }: { isNarrow?: boolean; onChosen?: () => void }) {
  const { organizations, current } = useSelection()
  if (current === undefined || !hasSeveralActiveProjects(organizations)) return null
  const { project, organization } = current

  const button = (
    <UnstyledButton
      className={classes.target}
      aria-label={isNarrow ? `Project: ${projectLabel(organizations, current)}` : undefined}
      aria-haspopup="menu"
      data-narrow={isNarrow || undefined}
    >
      <span className={classes.initial} data-initials={project.name.slice(0, 1).toUpperCase()} />
      {!isNarrow && (
        <>
          <span className={classes.names}>
            <span className="visually-hidden">Project: </span>
            <span className={classes.project}>{project.name}</span>
            <span className={classes.organization}>{organization.name}</span>
          </span>
          <IconSelector aria-hidden size={16} stroke={1.6} />
        </>
      )}
    </UnstyledButton>
  )
  return (
    <OnDemand button={button}>
      <ProjectMenu button={button} onChosen={onChosen} />
    </OnDemand>
  )
}
