import { useLocation } from 'react-router'
import type { ProjectScope } from '../../../api.ts'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { SavedViewMenu } from '../../../ui/saved-views/saved-view-menu.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'

const ReportMenuItems = lazyComponent(() => import('./report-menu-items.tsx').then((module) => module.ReportMenuItems))

/** The reports that the user saved of the screen. */
export function ReportMenu({ scope }: { scope: ProjectScope }) {
  const { search } = useLocation()
  const isSmall = useSmallScreen()
  return (
    <SavedViewMenu label="Reports" isIcon={isSmall} preload={ReportMenuItems.preload}>
      {(opener) => <ReportMenuItems scope={scope} search={search} {...opener} />}
    </SavedViewMenu>
  )
}
