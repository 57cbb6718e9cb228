import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { toErrorDetails } from '../ui/error-details.ts'
import { BarePage } from '../ui/states/bare-page.tsx'
import { Logo } from './layout/logo.tsx'

/** The error page for an error of the layout itself. */
export function PageError({ error }: { error: unknown }) {
  const [{ message, correlationId }] = useState(() => toErrorDetails(error))
  return (
    <BarePage logo={<Logo />} title="This page could not be shown" text={message}>
      <Button size="md" fullWidth onClick={() => window.location.reload()}>
        Reload Page
      </Button>
      <Text size="xs" c="dimmed" mt="sm">
        Correlation ID <code>{correlationId}</code>
      </Text>
    </BarePage>
  )
}
