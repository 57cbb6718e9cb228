import { memberMessages } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { errorDetails } from '../../ui/errors/error-details.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'

export function InvitationFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { message, correlationId } = errorDetails(error, memberMessages.tryAgain)
  return (
    <BarePage logo={<Logo />} title={memberMessages.invitationLoadFailed} text={message}>
      <Button size="md" fullWidth onClick={() => void onRetry()}>
        Retry
      </Button>
      <Text size="xs" c="dimmed" mt="md">
        Correlation ID: {correlationId}
      </Text>
    </BarePage>
  )
}
