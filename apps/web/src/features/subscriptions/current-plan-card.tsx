import type { Subscription } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/formats/dates.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './current-plan-card.module.css'

interface CurrentPlanCardProps {
  subscription: Subscription
  /** Null if the user may not manage billing. */
  onKeep: (() => void) | null
  onPortal: (() => void) | null
  isKeeping: boolean
  isOpeningPortal: boolean
}

export function CurrentPlanCard({ subscription, onKeep, onPortal, isKeeping, isOpeningPortal }: CurrentPlanCardProps) {
  const { planTitle, interval, status, cancelsAt, hasPortal } = subscription
  const isActive = status === 'active'
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <Title order={3}>Current Plan</Title>
        <Tag tone={isActive ? 'good' : 'pending'}>{isActive ? 'Active' : 'Inactive'}</Tag>
      </div>
      <p className={classes.plan}>
        {planTitle}
        {interval !== null && <span className={classes.interval}>{interval === 'month' ? 'Monthly' : 'Annual'}</span>}
      </p>
      <p className={classes.when}>{describeRenewal(subscription)}</p>
      <div className={classes.actions}>
        {cancelsAt !== null && onKeep !== null && (
          <Button onClick={onKeep} disabled={isKeeping}>
            {isKeeping ? 'Processing...' : `Keep ${planTitle}`}
          </Button>
        )}
        {hasPortal && onPortal !== null && (
          <Button
            variant="default"
            rightSection={<IconExternalLink aria-hidden size={16} stroke={1.7} />}
            loading={isOpeningPortal}
            onClick={onPortal}
          >
            Invoices and payment
          </Button>
        )}
      </div>
    </Card>
  )
}

function describeRenewal({ package: name, hasLifetime, cancelsAt, trialEndsAt, currentPeriodEnd }: Subscription): string {
  if (cancelsAt !== null) return `Ends on ${formatInstantDate(cancelsAt)}, then ${hasLifetime ? 'Lifetime' : 'Free'}`
  if (trialEndsAt !== null) return `Free trial until ${formatInstantDate(trialEndsAt)}, then it renews`
  if (currentPeriodEnd !== null) return `Renews on ${formatInstantDate(currentPeriodEnd)}`
  if (name === 'Lifetime') return 'Paid once, never renews'
  return name === 'Free' ? 'Free, with no end date' : 'As agreed with the operator'
}

function formatInstantDate(instant: string): string {
  return formatDate(instant)
}
