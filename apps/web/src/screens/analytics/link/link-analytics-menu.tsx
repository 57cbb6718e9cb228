import { Menu } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx'

interface LinkAnalyticsMenuProps {
  button: React.ReactElement
  onDeleteClicks: () => void
}

/** The menu of rarely used actions for the clicks of a link. */
export function LinkAnalyticsMenu({ button, onDeleteClicks }: LinkAnalyticsMenuProps) {
  return (
    <DropdownMenu button={button} position="bottom-end" width={190}>
      <Menu.Item
        color="var(--mantine-color-error)"
        leftSection={<IconEraser aria-hidden size={16} stroke={1.6} />}
        onClick={onDeleteClicks}
      >
        Delete clicks
      </Menu.Item>
    </DropdownMenu>
  )
}
