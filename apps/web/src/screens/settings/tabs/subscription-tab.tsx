import { isRecurring, type Organization, type PackageName, type PaymentPeriod, subscriptionMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useSelection } from '../../../features/organizations/selection.tsx'
import { CurrentPlanCard } from '../../../features/subscriptions/current-plan-card.tsx'
import { confirmPlan } from '../../../features/subscriptions/open-plan-dialog.ts'
import { PaymentNotice, useCheckoutReturn } from '../../../features/subscriptions/payment-notice.tsx'
import { PlanCards } from '../../../features/subscriptions/plan-cards.tsx'
import {
  planListQuery,
  subscriptionQuery,
  useChangePlan,
  useOpenPortal,
  useRefreshSubscription,
} from '../../../features/subscriptions/subscription-queries.ts'
import { UsageCard } from '../../../features/subscriptions/usage-card.tsx'
import { joinQueries, QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import screenClasses from '../../screen.module.css'
import { SubscriptionSkeleton } from './subscription-skeleton.tsx'
import { TabHeader } from './tab-header.tsx'

const enterprisePath = '/settings/subscription/enterprise'

/** The plan of the current organization, also of one without projects. */
export function SubscriptionTab() {
  const { organizations, current } = useSelection()
  const organization = current?.organization ?? organizations[0]
  if (organization !== undefined) return <SubscriptionOf key={organization.id} organization={organization} />
  return (
    <ProjectGuard headingOrder={2} loading={<SubscriptionSkeleton />}>
      {null}
    </ProjectGuard>
  )
}

function SubscriptionOf({ organization: { id, name, role, deletes_at } }: { organization: Organization }) {
  const subscription = useQuery(subscriptionQuery(id))
  const plans = useQuery(planListQuery)
  const change = useChangePlan(id)
  const refresh = useRefreshSubscription(id)
  const portal = useOpenPortal(id)
  useCheckoutReturn(refresh.mutate)
  const isOwner = role === 'owner'
  const openPortal = isOwner ? () => portal.mutate() : null

  function choose(planTitle: PackageName, period: PaymentPeriod): void {
    change.mutate({ planTitle, period: isRecurring(planTitle) ? period : 'monthly' })
  }

  return (
    <QueryBoundary query={joinQueries({ subscription, plans })} loading={<SubscriptionSkeleton />} error={subscriptionMessages.loadFailed}>
      {({ subscription, plans }) => (
        <>
          <TabHeader
            title="Subscription"
            action={
              <Button
                variant="default"
                leftSection={<IconRefresh aria-hidden size={16} stroke={1.8} />}
                loading={refresh.isPending}
                onClick={() => refresh.mutate()}
              >
                Refresh
              </Button>
            }
          >
            {isOwner ? `The plan of ${name}.` : `The plan of ${name}. Its owners can change it.`}
          </TabHeader>
          <PaymentNotice subscription={subscription} onPortal={openPortal} isOpeningPortal={portal.isPending} />
          <div className={screenClasses.halves}>
            <CurrentPlanCard
              subscription={subscription}
              onKeep={isOwner && deletes_at === null ? () => choose(subscription.package, subscription.payment_period ?? 'monthly') : null}
              onPortal={openPortal}
              isKeeping={change.isPending}
              isOpeningPortal={portal.isPending}
            />
            <UsageCard usage={subscription.usage} />
          </div>
          <PlanCards
            plans={plans}
            subscription={subscription}
            processing={change.isPending ? change.variables.planTitle : undefined}
            mayChange={isOwner}
            contactPath={enterprisePath}
            onChoose={(plan, term, button) =>
              confirmPlan(subscription, plan.name, () => choose(plan.name, term === 'yearly' ? 'yearly' : 'monthly'), button)
            }
          />
        </>
      )}
    </QueryBoundary>
  )
}
