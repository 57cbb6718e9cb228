import { type Member, type Organization, passkeysAnchor, secondFactorRuleMessages } from '@linkshelf/contract'
import { Anchor, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { isApiError } from '../../../api/api-error.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { organizationListQuery } from '../organization-queries.ts'

interface SecondFactorCardProps {
  organization: Organization
  members: readonly Member[]
}

/** Lets an owner require a second factor from all members. */
export function SecondFactorCard({ organization, members }: SecondFactorCardProps) {
  const { mutate, isPending, error } = useRequireSecondFactor(organization)
  const isRequired = organization.second_factor_required
  const isMissing = isApiError(error, 'SECOND_FACTOR_MISSING')
  return (
    <TitledCard
      title="Second factor"
      description={
        <>
          {describeRule(isRequired, members.filter(({ second_factors }) => second_factors?.length === 0).length)}
          {isMissing && (
            <Text component="span" role="alert" display="block" mt={4} c="var(--mantine-color-error)">
              {error.message}{' '}
              <Anchor href={passkeysAnchor} c="inherit" inherit underline="always">
                Open your account
              </Anchor>
            </Text>
          )}
        </>
      }
      action={
        <Switch
          label="Require from all members"
          checked={isRequired}
          disabled={isPending}
          onChange={(event) => mutate(event.currentTarget.checked)}
        />
      }
    />
  )
}

function describeRule(isRequired: boolean, lackingCount: number): string {
  const { required, optional } = secondFactorRuleMessages
  if (lackingCount === 0) return isRequired ? required : optional
  // Keeps the number and its noun on one line.
  const count = formatCount(lackingCount, 'member').replace(' ', '\u00a0')
  const consequence = `${count} without a second factor can only set it up or leave.`
  return isRequired ? `${required} ${consequence}` : `${optional} If you require it, ${consequence} We tell them by email.`
}

function useRequireSecondFactor({ id, name }: Organization) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (required: boolean) => api.organizations.requireSecondFactor.call({ params: { orgId: id }, body: { required } }),
    onSuccess: ({ second_factor_required: isRequired }) => {
      const title = isRequired ? secondFactorRuleMessages.turnedOn : secondFactorRuleMessages.turnedOff
      void showToast({ title, message: name })
    },
    onError: (error) => {
      if (!isApiError(error, 'SECOND_FACTOR_MISSING')) void showErrorToast(error, { fallback: secondFactorRuleMessages.failed })
    },
    onSettled: () => queryClient.invalidateQueries(organizationListQuery),
  })
}
