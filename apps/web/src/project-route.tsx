import { ProjectGuard } from './features/organizations/project-guard.tsx'
import { LazySuspense } from './ui/lazy-boundary.tsx'

/**
 * Returns the element of a route for a screen of the current project. `loading` is rendered until the project and the
 * code of the screen are loaded.
 */
export function createProjectRoute(screen: React.ReactNode, loading: React.ReactNode): React.ReactElement {
  return (
    <ProjectGuard loading={loading}>
      <LazySuspense fallback={loading}>{screen}</LazySuspense>
    </ProjectGuard>
  )
}
