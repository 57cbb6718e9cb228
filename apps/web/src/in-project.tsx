import { Suspense } from 'react'
import { ProjectGuard } from './features/organizations/project-guard.tsx'

/** `loading` is rendered until the project and the code of the screen are loaded. */
export function inProject(screen: React.ReactNode, loading: React.ReactNode): React.ReactElement {
  return (
    <ProjectGuard loading={loading}>
      <Suspense fallback={loading}>{screen}</Suspense>
    </ProjectGuard>
  )
}
