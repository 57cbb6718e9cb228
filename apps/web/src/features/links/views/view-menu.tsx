import { useLocation } from 'react-router'
import type { ProjectScope } from '../../../api.ts'
import { SavedViewMenu } from '../../../ui/saved-views/saved-view-menu.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'

const ViewMenuItems = lazyComponent(() => import('./view-menu-items.tsx').then((module) => module.ViewMenuItems))

interface ViewMenuProps {
  scope: ProjectScope
  /** Whether only the icon is shown, where a phone lacks the width for the word. */
  isIcon?: boolean
}

/** The saved views of the list. */
export function ViewMenu({ scope, isIcon = false }: ViewMenuProps) {
  const { search } = useLocation()
  return (
    <SavedViewMenu label="Views" isIcon={isIcon} preload={ViewMenuItems.preload}>
      {(opener) => <ViewMenuItems scope={scope} search={search} {...opener} />}
    </SavedViewMenu>
  )
}
