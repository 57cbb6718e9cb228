import { ActionIcon, Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { LazyDropdown } from '../overlays/lazy-dropdown.tsx'

/** The button of a menu, which the menu renders again, and where the focus returns to. */
export interface MenuOpener {
  button: React.ReactElement
  opener: RefObject<HTMLButtonElement | null>
}

interface SavedViewMenuProps {
  /** The name of the saved things, in the plural. */
  label: string
  /** Whether only the icon is shown, where a phone lacks the width for the word. */
  isIcon: boolean
  /** Loads the code of the menu. */
  preload: () => void
  /** Renders a lazyComponent with SavedViewItems. */
  children: (opener: MenuOpener) => React.ReactNode
}

/** Lists the views of a screen that a user saved. The URL is the view: choosing one opens its address. */
export function SavedViewMenu({ label, isIcon, preload, children }: SavedViewMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const button = isIcon ? (
    <ActionIcon ref={opener} variant="default" size={36} aria-haspopup="menu" aria-label={label}>
      <IconBookmark aria-hidden size={18} stroke={1.6} />
    </ActionIcon>
  ) : (
    <Button
      ref={opener}
      variant="default"
      aria-haspopup="menu"
      leftSection={<IconBookmark aria-hidden size={16} stroke={1.6} />}
      px="sm"
      fw={500}
    >
      {label}
    </Button>
  )
  return (
    <LazyDropdown button={button} preload={preload}>
      {children({ button, opener })}
    </LazyDropdown>
  )
}
