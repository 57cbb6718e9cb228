import { contactForPricing, type FeedbackDraft, listPricingPlans, planRequestMessages } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { profileQuery } from '../../features/identity/save-profile.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { PlanFeatures } from '../../features/subscriptions/plan-features.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { FeedbackForm } from '../feedback/feedback-form.tsx'
import screenClasses from '../screen.module.css'
import { Screen } from '../screen.tsx'

const subscriptionPath = '/settings/subscription'

/** Lets the user ask the operator for the plan that has no public price. */
export function EnterpriseScreen() {
  const navigate = useNavigate()
  const { organization } = useProject()
  const { data: profile } = useQuery(profileQuery)
  const draft = useRef<FeedbackDraft>({ subject: 'Enterprise plan', idea: '' })
  const features = listPricingPlans().find(({ name }) => name === 'Enterprise')?.features ?? []
  if (!organization.has_plans) return <Navigate to="/settings/profile" replace />
  return (
    <Screen title="Enterprise" hasOwnHeading>
      <BackLink to={subscriptionPath}>Back to Subscription</BackLink>
      <div>
        <Title order={1}>Enterprise</Title>
        <Text c="dimmed">{contactForPricing}: tell us what you need, and we agree on limits, terms and a price.</Text>
      </div>
      <div className={screenClasses.halves}>
        <Card>
          <Title order={2} mb="md">
            Contact us
          </Title>
          <FeedbackForm
            intro={`Your message goes to the operator of this service by email. The answer comes to ${profile?.email ?? 'the address of your account'}.`}
            messages={planRequestMessages}
            draft={draft}
            onClose={() => void navigate(subscriptionPath)}
          />
        </Card>
        <Card>
          <Title order={2} mb="md">
            What it includes
          </Title>
          <PlanFeatures features={features} />
          <Text size="sm" c="dimmed" mt="lg">
            Helpful to know: how many links and clicks you expect a month, how many people and sites, and when you want to start.
          </Text>
        </Card>
      </div>
    </Screen>
  )
}
