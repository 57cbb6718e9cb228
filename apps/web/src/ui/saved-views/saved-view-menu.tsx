import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'

/** The button of a menu, where the focus returns to. */
export type MenuOpener = RefObject<HTMLButtonElement | null>

interface SavedViewMenuProps {
  /** The name of the saved things, in the plural. */
  label: string
  /** Whether only the icon is shown, where a phone lacks the width for the word. */
  isIcon: boolean
  /** Renders SavedViewItems; its queries start when the menu opens. */
  children: (opener: MenuOpener) => React.ReactNode
}

/** Lists the views of a screen that a user saved. The URL is the view: choosing one opens its address. */
export function SavedViewMenu({ label, isIcon, children }: SavedViewMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        {isIcon ? (
          <ActionIcon ref={opener} variant="default" size={36} aria-label={label}>
            <IconBookmark aria-hidden size={18} stroke={1.6} />
          </ActionIcon>
        ) : (
          <Button ref={opener} variant="default" leftSection={<IconBookmark aria-hidden size={16} stroke={1.6} />} px="sm" fw={500}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>{children(opener)}</Menu.Dropdown>
    </Menu>
  )
}
