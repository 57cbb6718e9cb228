import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Can } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'

const openAddProjectDialog = createLazyDialog(async () => (await import('../../features/projects/project-dialogs.tsx')).addProjectDialog)

interface NewProjectItemProps {
  orgId: string
  /** The button of the menu, to which the focus returns. */
  button: React.RefObject<HTMLButtonElement | null>
  hasDivider?: boolean
}

/** The item of a menu that adds a project to the organization. Renders nothing if the user may not add projects. */
export function NewProjectItem({ orgId, button, hasDivider }: NewProjectItemProps) {
  return (
    <Can call="projects.create">
      {hasDivider && <Menu.Divider />}
      <Menu.Item leftSection={<IconPlus aria-hidden size={16} stroke={1.6} />} onClick={() => openAddProjectDialog(button.current, orgId)}>
        New project
      </Menu.Item>
    </Can>
  )
}
