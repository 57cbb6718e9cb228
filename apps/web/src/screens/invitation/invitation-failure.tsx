import { memberMessages } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { BarePage } from '../../ui/bare-page.tsx'
import { errorDetails } from '../../ui/error-details.ts'
import { Logo } from '../logo.tsx'

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
