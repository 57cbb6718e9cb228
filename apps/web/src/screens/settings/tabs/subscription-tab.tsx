import { isRecurring, type Organization, type PackageName, type PaymentPeriod, subscriptionMessages } from '@linkshelf/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useSelection } from '../../../features/organizations/selection.tsx'
import { CurrentPlanCard } from '../../../features/subscriptions/current-plan-card.tsx'
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
import { Card } from '../../../ui/card.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { joinQueries, QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { LoadingRegion } from '../../loading.tsx'
import screenClasses from '../../screen.module.css'
import { TabHeader } from './tab-header.tsx'

const enterprisePath = '/settings/subscription/enterprise'

/** Shows the plan of the current organization, even if the organization has no projects. */
export function SubscriptionTab() {
  const { organizations, current } = useSelection()
  const organization = current?.organization ?? organizations[0]
  if (organization !== undefined) return <OrganizationSubscription key={organization.id} organization={organization} />
  return (
    <ProjectGuard headingOrder={2} loading={<SubscriptionSkeleton />}>
      {null}
    </ProjectGuard>
  )
}

function OrganizationSubscription({ organization: { id, name, role, deletes_at, raised_limits } }: { organization: Organization }) {
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
            onChoose={(plan, term, button) => {
              // The user confirms every change of a plan, even if the payment provider asks for a confirmation too.
              const request = { subscription, plan, term, raisedLimits: raised_limits }
              const confirm = () => choose(plan.name, term === 'yearly' ? 'yearly' : 'monthly')
              void openDialog(
                () => import('../../../features/subscriptions/plan-dialogs.tsx').then((module) => module.planDialog(request, confirm)),
                button,
              )
            }}
          />
        </>
      )}
    </QueryBoundary>
  )
}

/** The skeleton has the height of the tab, so that the layout does not shift. */
function SubscriptionSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton height={45} maw={420} />
      <div className={screenClasses.halves}>
        {['plan', 'usage'].map((name) => (
          <Card key={name} h={216}>
            <Skeleton height={18} maw={140} mb={28} />
            <Skeleton height={32} maw={220} mb={20} />
            <Skeleton height={14} maw={280} />
          </Card>
        ))}
      </div>
      <Card h={470}>
        <Skeleton height={20} maw={160} mb={28} />
        <Skeleton height={36} maw={120} mb={28} />
        <Skeleton height={36} mb={28} />
        {['first', 'second', 'third', 'fourth'].map((name) => (
          <Skeleton key={name} height={14} maw={260} mb={18} />
        ))}
      </Card>
    </LoadingRegion>
  )
}
