import { toEntitlements } from '@linkshelf/contract'
import { useEffect, useEffectEvent } from 'react'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import type { FollowUpProps } from '../../ui/toasts/follow-up.ts'
import { NextLink } from '../../ui/toasts/next-link.tsx'
import { firstSteps, useNextStep } from './first-steps.ts'

interface NextStepProps extends Partial<Omit<FollowUpProps, 'completed'>> {
  selection: Selection
  /** The step that the user has just completed; it is done, although what is loaded may not say so yet. */
  completed: string
}

/** Links to the step that follows in a new project; renders nothing once all are done. */
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
