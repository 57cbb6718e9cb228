import { Menu } from '@mantine/core'
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx'
import { choices, chooseOrganization, type Selection } from './choose-selection.ts'
import { useSelection } from './selection.tsx'

/** The organizations, when there are several, and the projects of the current one. */
export function ProjectMenu({ button, onChosen }: { button: React.ReactElement; onChosen?: () => void }) {
  const { organizations, current, choose } = useSelection()
  const shown = organizations.filter(({ id }) => id === current?.organization.id)

  function change(next: Selection | undefined): void {
    if (next !== undefined && next.project.id !== current?.project.id) choose(next)
    onChosen?.()
  }

  function changeOrganization(organizationId: string): void {
    const organization = organizations.find(({ id }) => id === organizationId)
    if (organization !== undefined && organizationId !== current?.organization.id) change(chooseOrganization(organization))
    else onChosen?.()
  }

  return (
    <DropdownMenu button={button} width={240} position="bottom-start">
      {organizations.length > 1 && (
        <>
          <Menu.Label>Organization</Menu.Label>
          <Menu.RadioGroup value={current?.organization.id} onChange={changeOrganization}>
            {organizations.map((organization) => (
              <Menu.RadioItem
                key={organization.id}
                value={organization.id}
                disabled={chooseOrganization(organization) === undefined}
                closeMenuOnClick
              >
                {organization.name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      <Menu.Label>{organizations.length > 1 ? 'Project' : current?.organization.name}</Menu.Label>
      <Menu.RadioGroup
        value={current?.project.id}
        onChange={(projectId) => change(choices(shown, current).find(({ project }) => project.id === projectId))}
      >
        {choices(shown, current).map(({ project }) => (
          <Menu.RadioItem key={project.id} value={project.id} closeMenuOnClick>
            {project.name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </DropdownMenu>
  )
}
