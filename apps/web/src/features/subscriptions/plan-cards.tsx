import type { PricingPlan, Subscription } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { useState } from 'react'
import { Segments } from '../../ui/forms/segments.tsx'
import { PlanCard } from './plan-card.tsx'
import classes from './plan-cards.module.css'
import {
  describeLifetimeConsequence,
  findTerm,
  formatButtonLabel,
  groupPlans,
  isCurrentPlan,
  isIncluded,
  type Term,
  terms,
} from './plan-choice.ts'

interface PlanCardsProps {
  plans: readonly PricingPlan[]
  subscription: Subscription
  /** The plan that the organization is changing to. Undefined if no change is running. */
  processing: PricingPlan['name'] | undefined
  /** Whether the user may change the plan. Other members only see the plans. */
  mayChange: boolean
  contactPath: string
  onChoose: (plan: PricingPlan, term: Term, button: HTMLButtonElement) => void
}

/** Selects how to pay, and shows the plans that can be paid this way. */
export function PlanCards({ plans, subscription, processing, mayChange, contactPath, onChoose }: PlanCardsProps) {
  const [term, setTerm] = useState(() => findTerm(subscription))
  const { main, others } = groupPlans(plans, term)
  const consequence = term === 'lifetime' ? describeLifetimeConsequence(subscription) : undefined

  function renderCard(plan: PricingPlan) {
    const isEnding = plan.name === 'Free' && subscription.cancelsAt !== null
    return (
      <PlanCard
        key={plan.id}
        plan={plan}
        term={term}
        isCurrent={isCurrentPlan(plan, subscription, term)}
        action={isEnding ? 'Starts when your plan ends' : formatButtonLabel(plan, subscription, term)}
        isProcessing={processing === plan.name}
        isDisabled={!mayChange || processing !== undefined || isEnding || isIncluded(plan, subscription)}
        contactPath={contactPath}
        onChoose={(button) => onChoose(plan, term, button)}
      />
    )
  }

  return (
    <section className={classes.plans}>
      <div className={classes.head}>
        <Title order={2}>Plans</Title>
        <Segments label="Billing period" choices={terms} chosen={term} onChoose={setTerm} />
      </div>
      {consequence !== undefined && <p className={classes.consequence}>{consequence}</p>}
      <ul
        className={classes.grid}
        aria-label={term === 'lifetime' ? 'Lifetime plan' : 'Paid plans'}
        data-single={main.length === 1 || undefined}
      >
        {main.map(renderCard)}
      </ul>
      {others.length > 0 && (
        <ul className={classes.grid} aria-label="Other plans" data-pair>
          {others.map(renderCard)}
        </ul>
      )}
    </section>
  )
}
