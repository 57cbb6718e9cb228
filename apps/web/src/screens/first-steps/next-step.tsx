import { toEntitlements } from '@linkshelf/contract'
import { useEffect, useEffectEvent } from 'react'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import type { FollowUpProps } from '../../ui/toasts/follow-up.ts'
import { NextLink } from '../../ui/toasts/next-link.tsx'
import { firstSteps, useNextStep } from './first-steps.ts'

interface NextStepProps extends Partial<Omit<FollowUpProps, 'completed'>> {
  selection: Selection
  /**
   * The step that the user has just completed. It is treated as done, even if the loaded data does not show this yet.
   */
  completed: string
}

/** Links to the next step of a new project. Renders nothing if all steps are done. */
export function NextStep({ selection: { organization, project }, completed, onOffer, onFollow }: NextStepProps) {
  const step = useNextStep(
    {
      scope: { orgId: organization.id, projectId: project.id },
      linkCount: project.link_count,
      entitlements: toEntitlements(organization),
    },
    completed,
  )
  const offer = useEffectEvent(() => onOffer?.())
  useEffect(() => {
    if (step !== undefined) offer()
  }, [step])
  if (step === undefined) return null
  const { title, to = '/' } = firstSteps[step]
  return <NextLink label={`Next: ${title}`} to={to} onFollow={onFollow} />
}
