import { type SignIn, type SignInResult, signInHistoryMessages, signInRetentionDays } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeviceIcon } from '../../../ui/device-icon.tsx'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Facts, IconRow, IconRows, TitledCard, TitledCardSkeleton } from '../../../ui/titled-card.tsx'
import { signInListQuery } from '../save-profile.ts'
import { formatSessionName, formatSessionPlace, formatSignInMethods } from './session-names.ts'

/** The number of sign-ins that are shown at first. */
const firstSignIns = 5

const failures: Record<Exclude<SignInResult, 'signed_in'>, string> = {
  wrong_password: 'Wrong password',
  wrong_code: 'Wrong code',
  disabled: 'Account disabled',
}

/** The user's latest sign-ins, and the attempts that failed. */
export function SignInsCard() {
  const signIns = useQuery(signInListQuery)
  return (
    <QueryBoundary query={signIns} loading={<TitledCardSkeleton />} error={signInHistoryMessages.loadFailed}>
      {(loaded) => <SignIns signIns={loaded} />}
    </QueryBoundary>
  )
}

function SignIns({ signIns }: { signIns: readonly SignIn[] }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? signIns : signIns.slice(0, firstSignIns)
  return (
    <TitledCard
      title="Sign-ins"
      description={
        signIns.length === 0
          ? 'Your next sign-ins, and attempts that fail, are listed here.'
          : `The last ${signInRetentionDays} days, with attempts that failed.`
      }
      action={
        signIns.length > firstSignIns && (
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${signIns.length}`}
          </Button>
        )
      }
    >
      {signIns.length > 0 && (
        <IconRows label="Sign-ins">
          {shown.map((signIn) => (
            <SignInRow key={signIn.sign_in_id} signIn={signIn} />
          ))}
        </IconRows>
      )}
    </TitledCard>
  )
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { device, result, methods, at } = signIn
  return (
    <IconRow
      icon={<DeviceIcon kind={device ?? ''} size={21} />}
      name={
        <>
          {formatSessionName(signIn)}
          {result !== 'signed_in' && <Tag tone="bad">{failures[result]}</Tag>}
        </>
      }
    >
      <Text size="sm" c="dimmed">
        <Facts>{[formatSessionPlace(signIn), formatSignInMethods(methods), formatInstant(at)]}</Facts>
      </Text>
    </IconRow>
  )
}
