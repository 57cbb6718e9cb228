import { Menu } from '@mantine/core'
import { Suspense } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { SavedViewMenu } from '../../../ui/saved-views/saved-view-menu.tsx'

/** Its schemas weigh more than the rest of the screen. */
const ReportMenuItems = lazyComponent(() => import('./report-menu-items.tsx').then((module) => module.ReportMenuItems))

/** The reports that the user saved of the screen. */
export function ReportMenu({ scope }: { scope: ProjectScope }) {
  const isSmall = useSmallScreen()
  return (
    <SavedViewMenu label="Reports" isIcon={isSmall}>
      {(opener) => (
        <Suspense fallback={<Menu.Label>Loading…</Menu.Label>}>
          <ReportMenuItems scope={scope} opener={opener} />
        </Suspense>
      )}
    </SavedViewMenu>
  )
}
