import { Button, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { faultOf } from './fault.ts'
import classes from './message-panel.module.css'

interface TroubleProps {
  title: string
  error: unknown
  action: string
  onRetry: () => unknown
}

/** Something failed: what, a way on, and the id that finds it in the log. */
export function Trouble({ title, error, action, onRetry }: TroubleProps) {
  const [isRetrying, setRetrying] = useState(false)
  const { message, correlationId } = faultOf(error)

  async function retry(): Promise<void> {
    setRetrying(true)
    try {
      await onRetry()
    } finally {
      setRetrying(false)
    }
  }

  return (
    <div className={classes.panel} role="alert">
      <span className={classes.icon} data-tone="bad">
        <IconCloudOff aria-hidden size={26} stroke={1.6} />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={460}>
        {message}
      </Text>
      <Button mt="sm" loading={isRetrying} onClick={retry}>
        {action}
      </Button>
      <Text size="xs" c="dimmed" mt="xs">
        Correlation ID <code>{correlationId}</code>. Give it to support if this keeps happening.
      </Text>
    </div>
  )
}
