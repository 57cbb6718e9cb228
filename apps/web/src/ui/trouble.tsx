import { Button, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { faultOf } from './fault.ts'
import classes from './message-panel.module.css'

interface TroubleProps {
  title: string
  /** 1 where no other heading stands above it. */
  headingOrder?: 1 | 2
  error: unknown
  action: string
  onRetry: () => unknown
}

/** Something failed: what, a way on, and the id that finds it in the log. */
export function Trouble({ title, headingOrder = 2, error, action, onRetry }: TroubleProps) {
  const [isRetrying, setRetrying] = useState(false)
  // An error without an id is given one; it must not change while somebody reads it out.
  const { message, correlationId } = useMemo(() => faultOf(error), [error])

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
      <Title order={headingOrder} size="h2">
        {title}
      </Title>
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
