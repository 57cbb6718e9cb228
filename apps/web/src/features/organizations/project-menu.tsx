import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import { choices } from './choose-selection.ts'
import { useSelection } from './selection.tsx'

export function ProjectMenu({ button, onChosen }: { button: React.ReactElement; onChosen?: () => void }) {
  const { organizations, current, choose } = useSelection()
  const offered = choices(organizations, current)
  const groups = Object.values(Object.groupBy(offered, ({ organization }) => organization.id))

  function change(projectId: string): void {
    const next = offered.find(({ project }) => project.id === projectId)
    if (next !== undefined && projectId !== current?.project.id) choose(next)
    onChosen?.()
  }

  return (
    <MenuOnDemand button={button} width={240} position="bottom-start">
      <Menu.RadioGroup value={current?.project.id} onChange={change}>
        {groups.map((group = []) => (
          <Fragment key={group[0]?.organization.id}>
            <Menu.Label>{group[0]?.organization.name}</Menu.Label>
            {group.map(({ project }) => (
              <Menu.RadioItem key={project.id} value={project.id} closeMenuOnClick>
                {project.name}
              </Menu.RadioItem>
            ))}
          </Fragment>
        ))}
      </Menu.RadioGroup>
    </MenuOnDemand>
  )
}
