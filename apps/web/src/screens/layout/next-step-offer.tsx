import { useEffect } from 'react'
import { useSelection } from '../../features/organizations/selection.tsx'
import { RoleProvider } from '../../session/permissions.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { registerFollowUp } from '../../ui/toasts/follow-up.ts'

const NextStep = createLazyComponent(() => import('../first-steps/next-step.tsx').then((module) => module.NextStep))

/**
 * Adds the next step of the current project to toasts of completed steps. Toasts are rendered outside of the layout, so
 * this code gives them the layout's React contexts.
 */
export function useNextStepOffer(): void {
  const { current } = useSelection()
  useEffect(() => {
    if (current === undefined || current.project.status === 'archived') return
    return registerFollowUp((props) => (
      <ErrorBoundary fallback={() => null}>
        <RoleProvider role={current.organization.role}>
          <LazySuspense fallback={null}>
            <NextStep selection={current} {...props} />
          </LazySuspense>
        </RoleProvider>
      </ErrorBoundary>
    ))
  }, [current])
}
