import { Menu } from '@mantine/core'
import { Suspense } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { SavedViewMenu } from '../../saved-views/saved-view-menu.tsx'

/** Loaded lazily, because its schemas are larger than the rest of the screen. */
const AnalyticsViewItems = createLazyComponent(() => import('./analytics-view-items.tsx').then((module) => module.AnalyticsViewItems))

/** A menu with the user's saved views of the screen. The API calls them reports. */
export function AnalyticsViewMenu({ scope }: { scope: ProjectScope }) {
  const isSmall = useSmallScreen()
  return (
    <SavedViewMenu label="Saved views" isIcon={isSmall}>
      {(opener) => (
        <Suspense fallback={<Menu.Label>Loading…</Menu.Label>}>
          <AnalyticsViewItems scope={scope} opener={opener} />
        </Suspense>
      )}
    </SavedViewMenu>
  )
}
