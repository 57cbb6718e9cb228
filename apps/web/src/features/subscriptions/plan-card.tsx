import { contactForPricing, type PricingPlan, popularBadge } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import classes from './plan-card.module.css'
import { formatPlanPrice, type Term } from './plan-choice.ts'
import { PlanFeatures } from './plan-features.tsx'

interface PlanCardProps {
  plan: PricingPlan
  term: Term
  isCurrent: boolean
  /** The text of the button. */
  action: string
  isProcessing: boolean
  isDisabled: boolean
  /** The path that the button opens if the plan has no price. */
  contactPath: string
  onChoose: (button: HTMLButtonElement) => void
}

export function PlanCard({ plan, term, isCurrent, action, isProcessing, isDisabled, contactPath, onChoose }: PlanCardProps) {
  const id = useId()
  const price = formatPlanPrice(plan, term)
  const isProminent = plan.popular || plan.pricing_type === 'lifetime'
  const savings = term === 'monthly' ? null : plan.savings
  return (
    <li className={classes.card} aria-labelledby={id} data-popular={plan.popular || undefined} data-current={isCurrent || undefined}>
      <div className={classes.head}>
        <Title order={3} id={id} className={classes.name}>
          {plan.title}
        </Title>
        {plan.popular && <span className={classes.badge}>{popularBadge}</span>}
      </div>
      <p className={classes.description}>{plan.description}</p>
      <div className={classes.price}>
        {price === undefined ? (
          <span className={classes.contact}>{contactForPricing}</span>
        ) : (
          <>
            <span className={classes.amount}>{price.amount}</span> <span className={classes.unit}>{price.unit}</span>
          </>
        )}
        {savings !== null && <p className={classes.savings}>{savings}</p>}
      </div>
      {price === undefined && !isCurrent ? (
        <Button component={Link} to={contactPath} variant="default" fullWidth aria-describedby={id}>
          {action}
        </Button>
      ) : (
        <Button
          fullWidth
          variant={isProminent && !isCurrent ? 'filled' : 'default'}
          disabled={isCurrent || isDisabled || isProcessing}
          aria-describedby={id}
          onClick={(event) => onChoose(event.currentTarget)}
        >
          {isProcessing ? 'Processing...' : action}
        </Button>
      )}
      <div className={classes.features}>
        <PlanFeatures features={plan.features} />
      </div>
      <p className={classes.note}>{plan.note}</p>
    </li>
  )
}
