import { LazyDropdown } from '../../ui/overlays/lazy-dropdown.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { hasSeveralActiveProjects, projectLabel } from './choose-selection.ts'
import { useSelection } from './selection.tsx'

const ProjectMenu = lazyComponent(() => import('./project-menu.tsx').then((module) => module.ProjectMenu))

/** Shows and changes the current project. Hidden while there is only one. */
export function ProjectSwitcher({ isNarrow, onChosen }: { isNarrow?: boolean; onChosen?: () => void }) {
  const { organizations, current } = useSelection()
  if (current === undefined || !hasSeveralActiveProjects(organizations)) return null
  const { project, organization } = current

  const button = (
    <MenuButton
      shape="project"
      purpose="Project"
      initials={project.name.slice(0, 1).toUpperCase()}
      title={project.name}
      detail={organization.name}
      narrowName={`Project: ${projectLabel(organizations, current)}`}
      isNarrow={isNarrow}
    />
  )
  return (
    <LazyDropdown button={button} preload={ProjectMenu.preload}>
      <ProjectMenu button={button} onChosen={onChosen} />
    </LazyDropdown>
  )
}
