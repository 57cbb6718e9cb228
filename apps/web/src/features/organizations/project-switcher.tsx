import { Menu } from '@mantine/core'
import { useRef } from 'react'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { formatProjectLabel, hasSeveralChoices, listChoices, type Selection, toFirstSelection } from './choose-selection.ts'
import { useSelection } from './selection.tsx'

interface ProjectSwitcherProps {
  isNarrow?: boolean
  onChosen?: () => void
  /** Renders the item that adds a project. `button` is the button of the menu. */
  renderNewProject: (button: React.RefObject<HTMLButtonElement | null>) => React.ReactNode
}

/** Shows the current project and organization, and lets the user switch. Hidden if there is no other active project. */
export function ProjectSwitcher({ isNarrow, onChosen, renderNewProject }: ProjectSwitcherProps) {
  const { organizations, current, choose } = useSelection()
  const button = useRef<HTMLButtonElement>(null)
  if (current === undefined || !hasSeveralChoices(organizations, current)) return null
  const { project, organization } = current
  const shown = organizations.filter(({ id }) => id === current.organization.id)

  function change(next: Selection | undefined): void {
    if (next !== undefined && next.project.id !== project.id) choose(next)
    onChosen?.()
  }

  function changeOrganization(organizationId: string): void {
    const chosen = organizations.find(({ id }) => id === organizationId)
    if (chosen !== undefined && chosen.id !== organization.id) change(toFirstSelection(chosen))
    else onChosen?.()
  }

  return (
    <Menu width={240} position="bottom-start">
      <Menu.Target>
        <MenuButton
          ref={button}
          shape="project"
          purpose="Project"
          initials={project.name.slice(0, 1).toUpperCase()}
          title={project.name}
          detail={organization.name}
          narrowName={`Project: ${formatProjectLabel(organizations, current)}`}
          isNarrow={isNarrow}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.length > 1 && (
          <>
            <Menu.Label>Organization</Menu.Label>
            <Menu.RadioGroup value={current.organization.id} onChange={changeOrganization}>
              {organizations.map((organization) => (
                <Menu.RadioItem
                  key={organization.id}
                  value={organization.id}
                  disabled={toFirstSelection(organization) === undefined}
                  closeMenuOnClick
                >
                  {organization.name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{organizations.length > 1 ? 'Project' : current.organization.name}</Menu.Label>
        <Menu.RadioGroup
          value={current.project.id}
          onChange={(projectId) => change(listChoices(shown, current).find(({ project }) => project.id === projectId))}
        >
          {listChoices(shown, current).map(({ project }) => (
            <Menu.RadioItem key={project.id} value={project.id} closeMenuOnClick>
              {project.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {renderNewProject(button)}
      </Menu.Dropdown>
    </Menu>
  )
}
